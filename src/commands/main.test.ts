import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readVersion } from '#server/version.ts'

const PROGRAM = join(import.meta.dirname, '../../bin/donation-royale')

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-program-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the program in an empty folder, with nothing but the system's own tools. */
function run(args: string[], program = PROGRAM, settings = {}) {
  const env = { PATH: '/usr/bin:/bin', HOME: folder, ...settings }
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('the program lists its commands', () => {
  const { status, stdout } = run([])
  expect(status).toBe(0)
  for (const command of [
    'start',
    'host',
    'backup',
    'restore',
    'reconcile',
    'copy-database',
    'version',
  ])
    expect(stdout).toContain(command)
  expect(run(['--help'])).toEqual(run([]))
})

test.each(['version', '--version'])('%s prints the version alone', (argument) => {
  expect(run([argument])).toEqual({ status: 0, stdout: `${readVersion()}\n`, stderr: '' })
})

test('the program is found through the link that npm makes', () => {
  symlinkSync(PROGRAM, join(folder, 'donation-royale'))
  expect(run(['version'], join(folder, 'donation-royale')).stdout).toBe(`${readVersion()}\n`)
})

test.each(['strat', 'toString', ''])('a command that does not exist is refused: %j', (command) => {
  const { status, stderr } = run([command])
  expect(status).toBe(1)
  expect(stderr).toContain(`There is no command ${command}.`)
})

test('an option that does not exist is refused in one sentence', () => {
  const { status, stderr } = run(['reconcile', '--everything'])
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Unknown option '--everything'.*\n$/)
})

test('settings come from .env in the current folder, and the environment wins', () => {
  writeFileSync(join(folder, '.env'), 'PORT=none\n')
  const { status, stderr } = run(['start'])
  expect(status).toBe(1)
  expect(stderr).toMatch(/^PORT cannot be "none": .*\n$/)
  expect(run(['start'], PROGRAM, { PORT: 'other' }).stderr).toContain('PORT cannot be "other"')
})

test.each(['start', 'host', 'backup', 'restore', 'reconcile', 'copy-database', 'version'])(
  '%s --help tells about it alone',
  (command) => {
    const { status, stdout } = run([command, '--help'])
    expect(status).toBe(0)
    expect(stdout).toMatch(new RegExp(`^donation-royale ${command}\\b`))
  },
)

test('a command whose reader has gone runs to its end', () => {
  const script = `${PROGRAM} doctor | true; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', HOME: folder, DATABASE_URL: 'none' },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout).toBe('1\n')
})
