import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeSettings } from './settings-line.ts'

test('root is told not to write into the folder of another user', ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root can make a folder of another user')
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-owner-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const settings = {
    payments: 'sandbox',
    databaseUrl: undefined,
    dataDir,
    publicUrl: 'http://localhost:3000',
  } as const
  const line = `Payments: sandbox. Database: SQLite in ${dataDir}. Address: http://localhost:3000\n`
  expect(describeSettings(settings)).toBe(line)
  chownSync(dataDir, 65_534, 65_534)
  expect(describeSettings(settings)).toBe(
    `${line}This runs as root, and DATA_DIR belongs to another user, who may not read what is written now: run it as that user (sudo -u).\n`,
  )
})
