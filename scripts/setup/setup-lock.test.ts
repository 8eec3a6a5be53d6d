import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
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
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LONG_TIMEOUT } from '#tests/helpers/vitest/long-timeout.ts'

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

/** Holds the lock until the test says that this is enough, and notes when it began and ended. */
const HOLD = `
  fs.appendFileSync('log', 'begin ')
  while (!fs.existsSync('enough')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
  fs.appendFileSync('log', 'end ')`

const endHold = () => writeFileSync(join(clone, 'enough'), '')

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
  let told = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (told += text))
  const output = once(child, 'close').then(() => told)
  /** Resolves once the setup has said that it waits for another one. */
  const isWaiting = () => vi.waitFor(() => expect(told).toBe(WAITING), LONG_TIMEOUT)
  // Nothing else ends one that is stopped or holds the lock, if the test fails before.
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, output, isWaiting }
}

const WAITING = 'Waiting for another start that installs or builds…\n'

const leaveBehind = () => setUp(`process.kill(process.pid, 'SIGKILL')`)

const readLog = () => readFileSync(join(clone, 'log'), 'utf8')

/** Resolves once the work has begun, under the lock. */
const seeWork = () => vi.waitFor(() => expect(readLog()).toBe('begin '), LONG_TIMEOUT)

const seeHeartbeat = () =>
  vi.waitFor(() => expect(statSync(lock).mtimeMs).toBeGreaterThan(0), LONG_TIMEOUT)

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
  const holder = startSetup(HOLD)
  await seeWork()
  utimesSync(lock, 0, 0)
  const waiting = startSetup(holdFor(0))
  await waiting.isWaiting()
  await seeHeartbeat()
  expect(readLog()).toBe('begin ')
  endHold()
  const [, output] = await Promise.all([holder.output, waiting.output])
  expect(output).toBe(WAITING)
  expect(readLog()).toBe('begin end begin end ')
})

test('a lock of another machine is taken only once its holder gives no sign of life', async () => {
  await leaveBehind()
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/ (\d+) .*/, ' $1 elsewhere'))
  const waiting = startSetup(holdFor(0))
  await waiting.isWaiting()
  await pause(2_000)
  utimesSync(lock, new Date(), new Date())
  const lastSign = Date.now()
  await waiting.output
  expect(Date.now() - lastSign).toBeGreaterThan(9_000)
  expect(readLog()).toBe('begin end ')
})

test('a lock whose holder was stopped is not taken until it has gone on and ended', async () => {
  const holder = startSetup(HOLD)
  await seeWork()
  holder.child.kill('SIGSTOP')
  const waiting = startSetup(holdFor(0))
  await waiting.isWaiting()
  await pause(12_000)
  expect(readLog()).toBe('begin ')
  endHold()
  holder.child.kill('SIGCONT')
  await Promise.all([holder.output, waiting.output])
  expect(readLog()).toBe('begin end begin end ')
})

test('a setup gives back no lock but its own', async () => {
  await setUp(`fs.writeFileSync('dist/.setup-lock', 'other')`)
  expect(readFileSync(lock, 'utf8')).toBe('other')
})
