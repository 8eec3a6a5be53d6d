import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

let clone: string
let lock: string

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'royale-lock-'))
  lock = join(clone, 'dist/.setup-lock')
  cpSync(import.meta.dirname, join(clone, 'scripts/setup'), { recursive: true })
})

afterEach(() => rmSync(clone, { recursive: true, force: true }))

/** Holds the lock for some time, and notes when it began and ended. */
const holdFor = (ms: number) => `
  fs.appendFileSync('log', 'begin ')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})
  fs.appendFileSync('log', 'end ')`

/** Runs a setup whose work is `work`, after `before`; returns what it printed. */
async function setUp(work: string, before = ''): Promise<string> {
  return startSetup(work, before).output
}

function startSetup(work: string, before = '') {
  const program = `import fs from 'node:fs'
    import { doOnce } from './scripts/setup/setup-lock.mjs'
    ${before}
    doOnce(() => false, () => { ${work} })`
  const args = ['--input-type=module', '-e', program]
  const child = spawn(process.execPath, args, { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'] })
  const output = Promise.all([text(child.stdout), once(child, 'exit')]).then(([told]) => told)
  return { child, output }
}

const leaveBehind = () => setUp(`process.kill(process.pid, 'SIGKILL')`)

const readLog = () => readFileSync(join(clone, 'log'), 'utf8')

const seeLock = () => vi.waitFor(() => expect(existsSync(lock)).toBe(true), { timeout: 5_000 })

const seeHeartbeat = () =>
  vi.waitFor(() => expect(statSync(lock).mtimeMs).toBeGreaterThan(0), { timeout: 2_500 })

test('a lock whose process has ended holds up nobody', async () => {
  await leaveBehind()
  expect(await setUp(holdFor(0))).toBe('')
  expect(readLog()).toBe('begin end ')
  expect(readdirSync(join(clone, 'dist'))).toEqual([])
})

test('a lock left behind by a process that had the same id holds up nobody', async () => {
  await leaveBehind()
  const takeItsId = `fs.writeFileSync('dist/.setup-lock',
    fs.readFileSync('dist/.setup-lock', 'utf8').replace(/ \\d+ /, ' ' + process.pid + ' '))`
  expect(await setUp(holdFor(0), takeItsId)).toBe('')
  expect(readLog()).toBe('begin end ')
})

test('of many that find a lock left behind one alone takes it', async () => {
  await leaveBehind()
  await Promise.all(Array.from({ length: 8 }, () => setUp(holdFor(20))))
  expect(readLog()).toBe('begin end '.repeat(8))
  expect(readdirSync(join(clone, 'dist'))).toEqual([])
})

test('a lock whose holder lives is not taken, however old it is', async () => {
  const holder = setUp(holdFor(3_000))
  await seeLock()
  utimesSync(lock, 0, 0)
  const [, output] = await Promise.all([holder, setUp(holdFor(0)), seeHeartbeat()])
  expect(output).toBe('Waiting for another start that installs or builds…\n')
  expect(readLog()).toBe('begin end begin end ')
})

test('a lock of another machine is taken only once its holder gives no sign of life', async () => {
  await leaveBehind()
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/ (\d+) .*/, ' $1 elsewhere'))
  const waiting = setUp(holdFor(0))
  await pause(3_000)
  utimesSync(lock, new Date(), new Date())
  const lastSign = Date.now()
  await waiting
  expect(Date.now() - lastSign).toBeGreaterThan(9_000)
  expect(readLog()).toBe('begin end ')
}, 30_000)

test('a lock whose holder was stopped is not taken until it has gone on and ended', async () => {
  const holder = startSetup(holdFor(500))
  // Nothing else ends a stopped process, and the runner would wait for it.
  onTestFinished(() => void holder.child.kill('SIGKILL'))
  await seeLock()
  await vi.waitFor(() => expect(readLog()).toBe('begin '), { timeout: 5_000 })
  holder.child.kill('SIGSTOP')
  const waiting = setUp(holdFor(0))
  await pause(12_000)
  expect(readLog()).toBe('begin ')
  holder.child.kill('SIGCONT')
  await Promise.all([holder.output, waiting])
  expect(readLog()).toBe('begin end begin end ')
}, 60_000)

test('a setup gives back no lock but its own', async () => {
  await setUp(`fs.writeFileSync('dist/.setup-lock', 'other')`)
  expect(readFileSync(lock, 'utf8')).toBe('other')
})
