import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAccountTables } from '#server/features/accounts/accounts.ts'
import { openSqlite } from '#server/infra/database/sqlite/sqlite.ts'
import { freePort } from '#tests/helpers/network/free-port.ts'
import { askSteadily, type SteadyResult } from '#tests/helpers/network/steady-requests.ts'
import { holdSocket } from '#tests/helpers/server/held-socket.ts'
import { makeNewerProgram } from '#tests/helpers/server/newer-program.ts'
import type { Figure } from '../figure.ts'
import { fillDonations } from '../fixtures/fill-donations.ts'
import { openProviderDouble } from '../fixtures/provider-double.ts'

const WRITER = new URL('../../src/server/writer.ts', import.meta.url)
const PROGRAM = join(import.meta.dirname, '../../bin/donation-royale')

/** The time for which the newer server is asked after it is ready, ms. */
const AFTERWARDS_MS = 500

/**
 * Measures how long visitors wait while a server is replaced by a newer one that copies and migrates
 * the database, at a socket that is held and without one.
 */
export async function measureUpgrade(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-bench-'))
  try {
    const newer = makeNewerProgram(join(folder, 'newer'))
    const figures: Figure[] = []
    for (const donations of [100_000, 1_000_000]) {
      const filled = join(folder, `filled-${donations}`)
      await fill(filled, donations)
      figures.push(...(await measure(filled, newer, donations)))
      rmSync(filled, { recursive: true })
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(dataDir: string, donations: number): Promise<void> {
  const database = await openSqlite({ dataDir, writerEntry: WRITER })
  await createAccountTables(database)
  await database.close()
  fillDonations(join(dataDir, 'royale.db'), donations)
}

async function measure(filled: string, newer: string, donations: number): Promise<Figure[]> {
  const held = await upgrade(filled, newer, { isHeld: true })
  const bare = await upgrade(filled, newer, { isHeld: false })
  const name = `upgrade, ${donations.toLocaleString('en-US')} donations`
  return [
    {
      name: `${name}, held socket: longest wait`,
      value: held.longestMs / 1000,
      unit: 's',
      limit: { atMost: 5 },
    },
    {
      name: `${name}, held socket: failed requests`,
      value: held.failures.length,
      unit: '',
      limit: { atMost: 0 },
    },
    {
      name: `${name}, without: requests fail for`,
      value: bare.failedForMs / 1000,
      unit: 's',
      limit: { atMost: 5 },
    },
  ]
}

async function upgrade(
  filled: string,
  newer: string,
  { isHeld }: { isHeld: boolean },
): Promise<SteadyResult> {
  const dataDir = `${filled}-used`
  cpSync(filled, dataDir, { recursive: true })
  const provider = await openProviderDouble()
  const port = await freePort()
  const environment = {
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://localhost:${port}`,
    PAYMENTS: 'test',
    LOG_LEVEL: 'error',
    STRIPE_SECRET_KEY: 'sk_test_benchmark',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_benchmark',
    STRIPE_API_BASE: provider.url,
  }
  const { PATH } = process.env
  execFileSync(newer, ['start', '--prepare'], { env: { PATH, PORT: `${port}`, ...environment } })
  const servers = holdSocket(port, [PROGRAM, newer], environment, { isHeld })
  try {
    await servers.whenReady(1)
    const steady = askSteadily(`${servers.url}/api/leaderboard`)
    await pause(AFTERWARDS_MS)
    servers.endCurrent()
    await servers.whenReady(2)
    await pause(AFTERWARDS_MS)
    return await steady.stop()
  } finally {
    servers.endCurrent()
    await servers.closed
    await provider.close()
    rmSync(dataDir, { recursive: true })
  }
}
