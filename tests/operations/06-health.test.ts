import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mountTmpfs, MOUNT_OBSTACLE } from '../faults/mounts.ts'
import { startPostgres } from '../helpers/databases/postgres.ts'
import { startAppServer, type AppServer, type Environment } from '../helpers/server/app-server.ts'

const CANNOT_WRITE = 'The database cannot be written or read: /readyz answers 503 until it can.'
const WRITES_AGAIN = 'The database can be written and read again.'

async function start(environment: Environment): Promise<AppServer> {
  const server = await startAppServer(environment)
  onTestFinished(server.stop)
  return server
}

/** Returns the status of `/readyz`, which answers within 5 s whatever has failed. */
async function askReady({ url }: AppServer): Promise<number> {
  const { status } = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
  return status
}

function countLines(server: AppServer, sentence: string): number {
  return server.log().split(sentence).length - 1
}

async function expectOutage(server: AppServer, begin: () => unknown, end: () => unknown) {
  expect(await askReady(server)).toBe(200)
  await begin()
  await expect.poll(() => askReady(server)).toBe(503)
  expect(await askReady(server)).toBe(503)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await end()
  await expect.poll(() => askReady(server)).toBe(200)
  const counts = () => [CANNOT_WRITE, WRITES_AGAIN].map((one) => countLines(server, one))
  await expect.poll(counts).toEqual([1, 1])
  // The single failures between are told at debug level; the sandbox is not part of the product.
  const stacks = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"stack"'))
  expect(stacks.filter((line) => !line.includes('sandbox state not kept'))).toEqual([])
}

test('a server whose PostgreSQL is stopped is not ready until it is back', async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const server = await start({
    DATABASE_URL: await postgres.createDatabase('royale'),
    AUTH_SECRET: 'a secret that is long enough to be one',
  })
  await expectOutage(server, postgres.pause, postgres.resume)
})

test('a server whose disk is full is not ready until there is room', async ({ skip }) => {
  skip(MOUNT_OBSTACLE !== undefined, MOUNT_OBSTACLE)
  const folder = mkdtempSync(join(tmpdir(), 'royale-disk-'))
  const disk = mountTmpfs(folder, 8)
  onTestFinished(() => {
    disk.unmount()
    rmSync(folder, { recursive: true })
  })
  const server = await start({ DATA_DIR: folder })
  await expectOutage(server, disk.fill, disk.empty)
  const size = () => statSync(join(folder, 'royale.db')).size
  const before = size()
  await Promise.all(Array.from({ length: 500 }, () => askReady(server)))
  expect(size()).toBe(before)
})
