import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAppServer } from '#tests/helpers/server/app-server.ts'
import { signUp } from '#tests/helpers/server/donor.ts'
import { restrictDataDir } from './file-modes.ts'

const OWN = [
  'royale.db',
  'royale.db-wal',
  'royale.db-shm',
  'lock.db',
  'secrets.json',
  'sandbox.json',
]

let root: string
let dataDir: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'royale-modes-'))
  dataDir = join(root, 'data')
  makeOpenFolder(dataDir)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function makeOpenFolder(path: string): void {
  mkdirSync(path)
  chmodSync(path, 0o755)
}

function makeOpenFile(...path: string[]): string {
  const file = join(...path)
  writeFileSync(file, '')
  chmodSync(file, 0o644)
  return file
}

function modeOf(...path: string[]): string {
  return (statSync(join(...path)).mode & 0o777).toString(8)
}

test('an older data folder, readable for all, becomes private with all that is ours in it', () => {
  for (const name of OWN) makeOpenFile(dataDir, name)
  makeOpenFolder(join(dataDir, 'mail'))
  makeOpenFile(dataDir, 'mail', 'receipt.eml')
  expect(restrictDataDir(dataDir)).toEqual([])
  expect(modeOf(dataDir)).toBe('700')
  expect(modeOf(dataDir, 'mail')).toBe('700')
  for (const name of [...OWN, 'mail/receipt.eml']) expect(modeOf(dataDir, name)).toBe('600')
})

test('what a link leads to keeps its mode', () => {
  const elsewhere = makeOpenFile(root, 'elsewhere')
  const otherMail = join(root, 'other-mail')
  makeOpenFolder(otherMail)
  makeOpenFile(otherMail, 'letter.eml')
  symlinkSync(elsewhere, join(dataDir, 'royale.db'))
  symlinkSync(otherMail, join(dataDir, 'mail'))
  expect(restrictDataDir(dataDir)).toEqual([])
  expect(modeOf(elsewhere)).toBe('644')
  expect(modeOf(otherMail)).toBe('755')
  expect(modeOf(otherMail, 'letter.eml')).toBe('644')
})

test('a data folder that is itself a link is put right where it lies', () => {
  makeOpenFile(dataDir, 'royale.db')
  const link = join(root, 'link')
  symlinkSync(dataDir, link)
  expect(restrictDataDir(link)).toEqual([])
  expect(modeOf(dataDir)).toBe('700')
  expect(modeOf(dataDir, 'royale.db')).toBe('600')
})

test("a folder that holds others' files stays open to them, and the host is told", () => {
  makeOpenFile(dataDir, 'royale.db')
  makeOpenFile(dataDir, 'thesis.txt')
  expect(restrictDataDir(dataDir)).toEqual([
    `Other users of this machine may look into the data folder ${dataDir}, because it holds more than the product's own files, such as thesis.txt: set DATA_DIR to a folder of its own.`,
  ])
  expect(modeOf(dataDir)).toBe('755')
  expect(modeOf(dataDir, 'thesis.txt')).toBe('644')
  expect(modeOf(dataDir, 'royale.db')).toBe('600')
})

test('the server puts an older folder right, and makes nothing that others may read', async () => {
  makeOpenFile(dataDir, 'royale.db')
  makeOpenFolder(join(dataDir, 'mail'))
  const log = join(dataDir, 'access.log')
  const server = await startAppServer({ DATA_DIR: dataDir, ACCESS_LOG: log })
  try {
    const donor = await signUp(server.url)
    await donor.fetchCheckout(await donor.payByCard(500))
    const state = `${server.url}/_sandbox/control/state`
    // A stop in the middle of a webhook takes longer than a test has.
    await expect.poll(async () => (await fetch(state)).json()).toMatchObject({ webhooksWaiting: 0 })
    expect(openTo(dataDir)).toEqual([])
  } finally {
    await server.stop()
  }
  expect(openTo(dataDir)).toEqual([])
})

/** Lists paths that other users have any right to; looks at the database and the log at least. */
function openTo(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(names).toContain('royale.db')
  expect(names).toContain('access.log')
  // A draft may have got its name meanwhile.
  const modeOrNone = (name: string) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0
  return ['.', ...names].filter((name) => (modeOrNone(name) & 0o077) !== 0)
}
