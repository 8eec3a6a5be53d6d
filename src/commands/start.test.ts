import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '#tests/helpers/network/free-port.ts'
import { readNiceness } from '#tests/helpers/server/niceness.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Returns whether the threads of a process that hash passwords yield to it, where they can. */
function yieldsInPool(pid = 0): boolean {
  if (process.platform !== 'linux') return true
  const { pool } = readNiceness(pid)
  return pool.length > 0 && pool.every((niceness) => niceness > getPriority(pid))
}

test('a server whose output has no reader serves, yields while it hashes, and ends when told to', async () => {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-unread-'))
  const child = spawn(join(ROOT, 'bin/donation-royale'), ['start'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: `${port}`, DATA_DIR: dataDir, PAYMENTS: 'sandbox' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  child.stderr.destroy()
  try {
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
    await expect.poll(() => isReady().catch(() => false)).toBe(true)
    expect((await fetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(200)
    expect(yieldsInPool(child.pid)).toBe(true)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true })
  }
})
