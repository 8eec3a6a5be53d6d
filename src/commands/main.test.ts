import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

test.each([
  [['host', 'rename'], 'There is no host rename.'],
  [['host', 'list', 'all'], 'There is no host list all.'],
  [['host', 'remove'], 'Name the one e-mail address whose account is to be a host no more.'],
  [['backup'], 'Name the one file for the backup.'],
  [['restore', 'one', 'two'], 'Name the one file of the backup.'],
  [['copy-database'], 'Name the one target of the copy.'],
])('what is asked for wrongly is told before the help: %j', (args, sentence) => {
  const { status, stdout, stderr } = run(args)
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr.split('\n')[0]).toBe(sentence)
  expect(stderr).toContain(`\n\ndonation-royale ${args[0]} `)
})

test.each<[string, () => void, RegExp]>([
  [
    'is a folder',
    () => mkdirSync(join(folder, '.env')),
    /^The settings in \S+\.env cannot be read: it is a folder; put the file in its place, .*\n$/,
  ],
  [
    'has a line that says nothing',
    () => writeFileSync(join(folder, '.env'), '# Ours\nHOST=::1\nSTRIPE_SECRET_KEY: canary\n'),
    /^Line 3 of \S+\.env is neither NAME=value nor a comment: write it so, or begin it with #\.\n$/,
  ],
])('an environment file that %s stops each command', (_what, write, sentence) => {
  write()
  for (const command of ['start', 'reconcile', 'backup x', 'restore x', 'host list']) {
    const { status, stderr } = run(command.split(' '))
    expect(stderr).toMatch(sentence)
    expect(stderr).not.toContain('canary')
    expect(status).toBe(1)
  }
  const { status, stdout } = run(['doctor'])
  expect(stdout).toMatch(/^trouble {2}Configuration: (?:The settings|Line 3)/)
  expect(status).toBe(1)
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
