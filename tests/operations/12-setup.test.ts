import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readVersion } from '#server/version.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Compiles and runs the program, as `npm start` does after the packages and the page are there. */
const COMPILE = `umask 022 && node -e "import('./scripts/setup/build.mjs').then((build) => build.compileProgram())" \
  && exec dist/program/current/bin/donation-royale version`

/** A clone in which nothing was compiled. */
let clone: string

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'royale-clone-'))
  // The scripts take the folder in which they lie for the clone.
  for (const name of ['scripts', 'bin']) {
    cpSync(join(ROOT, name), join(clone, name), { recursive: true })
  }
  const linked = ['node_modules', 'src', 'sandbox', 'docs', 'deploy', ...listFiles(ROOT)]
  for (const name of linked) symlinkSync(join(ROOT, name), join(clone, name))
})

afterAll(() => rmSync(clone, { recursive: true, force: true }))

function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function compileAndRun(): Promise<{ code: unknown; output: string; errors: string }> {
  const child = spawn('bash', ['-c', COMPILE], { cwd: clone, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, output, errors }
}

const filesIn = (folder: string) => readdirSync(join(clone, folder)).toSorted()

test('commands that start at once in a clone where nothing is compiled all have a whole program', async () => {
  const runs = await Promise.all([
    compileAndRun(),
    compileAndRun(),
    pause(1_500).then(compileAndRun),
    pause(3_000).then(compileAndRun),
  ])
  for (const { code, output, errors } of runs) {
    expect(errors).toBe('')
    expect(output.trimEnd().split('\n').at(-1)).toBe(readVersion())
    expect(code).toBe(0)
  }
  expect(runs.filter(({ output }) => output.includes('Compiling the program…'))).toHaveLength(1)
  const name = filesIn('dist/program').find((file) => file !== 'current')
  expect(name).toMatch(/^[\da-f]{16}$/)
  expect(filesIn('dist/program')).toHaveLength(2)
  expect(filesIn('dist')).toEqual(['program'])
})

test('the program that one user has compiled can be run by another', () => {
  const program = statSync(join(clone, 'dist/program/current'))
  expect((program.mode & 0o777).toString(8)).toBe('755')
})
