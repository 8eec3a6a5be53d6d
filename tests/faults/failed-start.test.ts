import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAppServer, type Environment } from '../helpers/server/app-server.ts'
import { freePort } from '../helpers/network/free-port.ts'
import { mountTmpfs, MOUNT_OBSTACLE } from './mounts.ts'

/** A new folder for each test. */
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-start-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function startAndStop(dataDir: string): Promise<void> {
  const server = await startAppServer({ DATA_DIR: dataDir })
  await server.stop()
}

/** Returns the one line that a start prints before it exits with 1. */
async function readStartupError(environment: Environment): Promise<string> {
  const failure = await startAppServer(environment).then(
    (server) => server.stop(),
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(Error)
  const [head = '', ...lines] = String(failure).trimEnd().split('\n')
  expect(head).toContain('ended with 1 before')
  expect(lines).toEqual([expect.any(String)])
  return lines.join('')
}

test('a data folder that is a file', async () => {
  const file = join(folder, 'data')
  writeFileSync(file, '')
  expect(await readStartupError({ DATA_DIR: file })).toBe(
    `DATA_DIR is not a folder: ${file} is in its place; move that away, or set DATA_DIR to a folder.`,
  )
  expect(await readStartupError({ DATA_DIR: join(file, 'data') })).toContain(
    'DATA_DIR is not a folder',
  )
})

test('a database that is something else', async () => {
  writeFileSync(join(folder, 'royale.db'), 'This is a diary, and no database.\n'.repeat(200))
  expect(await readStartupError({ DATA_DIR: folder })).toMatch(
    /^The database .* is damaged: move .* backup/,
  )
})

test('a database whose first page is torn', async () => {
  await startAndStop(folder)
  const file = openSync(join(folder, 'royale.db'), 'r+')
  // The file is overwritten after its header.
  writeSync(file, Buffer.alloc(3_996, 0xa5), 0, 3_996, 100)
  closeSync(file)
  expect(await readStartupError({ DATA_DIR: folder })).toMatch(/^The database .* is damaged/)
})

test('a database that another program holds', async () => {
  await startAndStop(folder)
  const other = new DatabaseSync(join(folder, 'royale.db'))
  other.exec('begin immediate')
  try {
    expect(await readStartupError({ DATA_DIR: folder })).toMatch(
      /^Another program holds the database .* wait until it is done, then start again\./,
    )
  } finally {
    other.close()
  }
  await startAndStop(folder)
})

test('a PostgreSQL server that is not there', async () => {
  const DATABASE_URL = `postgres://royale:canary@127.0.0.1:${await freePort()}/royale`
  const saying = await readStartupError({
    DATA_DIR: folder,
    DATABASE_URL,
    AUTH_SECRET: 'a secret that is long enough to be one',
  })
  expect(saying).toMatch(/^The PostgreSQL server that DATABASE_URL names cannot be reached/)
  expect(saying).not.toContain('canary')
})

test('a data folder on a read-only disk', async ({ skip }) => {
  skip(MOUNT_OBSTACLE !== undefined, MOUNT_OBSTACLE)
  const disk = mountTmpfs(folder, 8)
  try {
    disk.remount('ro')
    expect(await readStartupError({ DATA_DIR: folder })).toMatch(
      /^DATA_DIR cannot be written: let this user write .*, or set DATA_DIR to another folder\.$/,
    )
    disk.remount('rw')
    await startAndStop(folder)
    disk.remount('ro')
    expect(await readStartupError({ DATA_DIR: folder })).toMatch(/^DATA_DIR cannot be written/)
    disk.remount('rw')
    await startAndStop(folder)
  } finally {
    disk.unmount()
  }
})

test('a disk that is full in the middle of the first migration', async ({ skip }) => {
  skip(MOUNT_OBSTACLE !== undefined, MOUNT_OBSTACLE)
  const disk = mountTmpfs(folder, 0.4)
  try {
    expect(await readStartupError({ DATA_DIR: folder })).toMatch(/^The disk that holds .* is full/)
  } finally {
    disk.unmount()
  }
})

test('a disk that is full', async ({ skip }) => {
  skip(MOUNT_OBSTACLE !== undefined, MOUNT_OBSTACLE)
  const disk = mountTmpfs(folder, 8)
  try {
    disk.fill()
    expect(await readStartupError({ DATA_DIR: folder })).toMatch(/^The disk that holds .* is full/)
    disk.empty()
    await startAndStop(folder)
    disk.fill()
    expect(await readStartupError({ DATA_DIR: folder })).toMatch(/^The disk that holds .* is full/)
    disk.empty()
    await startAndStop(folder)
  } finally {
    disk.unmount()
  }
})
