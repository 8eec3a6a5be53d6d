import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStateFile } from './state-file.ts'

let folder: string
let warnings: string[]
const logger = { info: () => {}, warn: (_details: object, text: string) => warnings.push(text) }

beforeEach(async () => {
  warnings = []
  folder = await mkdtemp(join(tmpdir(), 'state-file-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('what was kept is read at the next start', async () => {
  const file = join(folder, 'state.json')
  const first = openStateFile(file, () => ({ orders: 2 }), logger)
  expect(first.read()).toBeUndefined()
  first.changed()
  await first.flush()
  expect(openStateFile(file, () => ({}), logger).read()).toEqual({ orders: 2 })
})

test('changes that follow one another closely are written once, and whole', async () => {
  let writes = 0
  const file = join(folder, 'state.json')
  const kept = openStateFile(file, () => ({ writes: (writes += 1) }), logger)
  for (let count = 0; count < 100; count += 1) kept.changed()
  await expect.poll(() => readdir(folder)).toEqual(['state.json'])
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ writes: 1 })
})

test('nothing is written where nothing has changed', async () => {
  await openStateFile(join(folder, 'state.json'), () => ({}), logger).flush()
  expect(await readdir(folder)).toEqual([])
})

test('a write that fails is told of, and made up for when the disk takes it again', async () => {
  const missing = join(folder, 'later')
  const kept = openStateFile(join(missing, 'state.json'), () => ({ orders: 2 }), logger)
  kept.changed()
  await expect.poll(() => warnings).toContain('sandbox state not kept')
  await expect(kept.flush()).rejects.toThrow('ENOENT')
  await mkdir(missing)
  await kept.flush()
  expect(await readFile(join(missing, 'state.json'), 'utf8')).toBe('{"orders":2}')
})

test('a file that is none of ours stops the start with what to do', async () => {
  const file = join(folder, 'state.json')
  await writeFile(file, '{"orders":')
  const kept = openStateFile(file, () => ({}), logger)
  expect(() => kept.read()).toThrow(`cannot read ${file}: delete it to begin anew`)
})
