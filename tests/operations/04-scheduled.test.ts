import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { runCommand } from '../helpers/server/run-command.ts'

let folder: string
let backupDir: string
let server: AppServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'royale-scheduled-'))
  backupDir = join(folder, 'backups')
  server = await startAppServer({ BACKUP_DIR: backupDir, BACKUP_EVERY: '1h' })
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the server makes the backups that are due, and tells once of one that fails and once when that is over', async () => {
  await expect.poll(() => server.log()).toContain('backup made')
  const [first = '', ...others] = readdirSync(backupDir)
  expect(first).toMatch(/^donation-royale-[\da-f]{8}-[\dTZ-]+\.tar\.zst$/)
  expect(others).toEqual([])

  rmSync(backupDir, { recursive: true })
  writeFileSync(backupDir, 'in the way')
  await server.restart()
  const told = `needs a person: The last backup could not be made. Nothing can be written in ${backupDir}`
  await expect.poll(() => server.log()).toContain(told)

  rmSync(backupDir)
  mkdirSync(backupDir)
  await server.restart()
  await expect.poll(() => server.log()).toContain('needs nobody any more: The last backup')
  expect(server.log().split(told)).toHaveLength(2)
  const [last = ''] = readdirSync(backupDir)
  const place = { ...server, dataDir: join(folder, 'restored') }
  const file = join(backupDir, last)
  expect((await runCommand(place, 'restore', [file, '--no-reconcile'])).code).toBe(0)
})
