import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { MOUNT_OBSTACLE, mountTmpfs } from '#tests/faults/mounts.ts'
import { requireSnapshotPossible } from './snapshot-room.ts'

const UPGRADE = { from: '0030-change-marks', to: '0031-write-proofs' }

function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'royale-room-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('room for the copy alone is not enough, since the migration writes too', async ({ skip }) => {
  skip(MOUNT_OBSTACLE !== undefined, MOUNT_OBSTACLE)
  const dataDir = makeDataDir()
  const disk = mountTmpfs(dataDir, 5)
  onTestFinished(() => disk.unmount())
  writeFileSync(join(dataDir, 'royale.db'), Buffer.alloc(2_000_000))
  await expect(requireSnapshotPossible(dataDir, UPGRADE)).rejects.toThrow(
    /its disk has 3\.\d MB free, and the copy and the migration after it need 4\.0 MB\. Nothing/,
  )
  writeFileSync(join(dataDir, 'royale.db'), Buffer.alloc(1_500_000))
  await requireSnapshotPossible(dataDir, UPGRADE)
  expect(readdirSync(dataDir)).toEqual(['royale.db'])
})

test('a folder that cannot be written is told, and looking makes none', async () => {
  const dataDir = makeDataDir()
  writeFileSync(join(dataDir, 'royale.db'), 'x')
  await requireSnapshotPossible(dataDir, UPGRADE)
  expect(existsSync(join(dataDir, 'backups'))).toBe(false)
  writeFileSync(join(dataDir, 'backups'), 'a file where the folder must be')
  await expect(requireSnapshotPossible(dataDir, UPGRADE)).rejects.toThrow(
    /the backup before that cannot be made in \S+backups: ENOTDIR/,
  )
})
