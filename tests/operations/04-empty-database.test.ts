import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../helpers/network/free-port.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { runCommand } from '../helpers/server/run-command.ts'

let folder: string
let server: AppServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'royale-empty-'))
  server = await startAppServer({ DATA_DIR: join(folder, 'data') })
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Expects that a start in a folder fails with one sentence, and changes nothing. */
async function expectRefusal(dataDir: string, sentence: RegExp): Promise<void> {
  const before = readdirSync(dataDir)
  // Also the second time.
  for (let time = 0; time < 2; time += 1) {
    const { code, errors } = await runCommand(
      { ...server, port: await freePort(), dataDir },
      'start',
      [],
    )
    expect(errors).toMatch(sentence)
    expect(errors.trimEnd()).not.toContain('\n')
    expect(code).toBe(1)
    expect(readdirSync(dataDir)).toEqual(before)
  }
}

test('a database that was copied without its write-ahead log is refused', async () => {
  const copy = join(folder, 'copy')
  mkdirSync(copy)
  copyFileSync(join(server.dataDir, 'royale.db'), join(copy, 'royale.db'))
  await expectRefusal(
    copy,
    /^The database royale\.db in .*copy is empty: it was copied without royale\.db-wal/,
  )
})

test('a database that has gone is refused, until an empty one is asked for', async () => {
  await server.stop()
  for (const name of readdirSync(server.dataDir).filter((one) => one.startsWith('royale.db'))) {
    renameSync(join(server.dataDir, name), join(folder, name))
  }
  await expectRefusal(
    server.dataDir,
    /^The database of this installation .* is missing or empty: .*--new-database\.$/m,
  )
  await server.restart({}, ['--new-database'])
  await server.restart()
})
