import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnvFile } from './env-file.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-env-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function read(text: string) {
  const file = join(folder, '.env')
  writeFileSync(file, text)
  return { ...readEnvFile(file) }
}

test('values stand with and without quotes, over several lines, and after export', () => {
  const text = [
    '# Ours',
    '',
    'PORT = 3001 # of the proxy',
    "export HOST='::1'",
    'EMPTY=',
    'NOTE="one',
    'no assignment',
    'three"',
    `OPEN="it's`,
    'LAST=1',
  ].join('\r\n')
  expect(read(text)).toMatchObject({ PORT: '3001', HOST: '::1', EMPTY: '', LAST: '1' })
  expect(read(text)['NOTE']).toContain('no assignment')
})

test.each([
  ['PORT: 3001', 1],
  ['HOST=::1\nPORT 3001', 2],
  ['NOTE="one\ntwo"\n<<<<<<< main', 3],
  ['=3001', 1],
])('a line that is no assignment is named: %j', (text, line) => {
  expect(() => read(text)).toThrow(`Line ${line} of ${join(folder, '.env')} is neither NAME=value`)
})

test('without a file there are no variables', () => {
  expect(readEnvFile(join(folder, 'none'))).toEqual({})
})
