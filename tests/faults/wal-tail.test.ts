import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signUpFaultDonor, type FaultDonor } from './fault-donor.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'
import { findCommits } from './wal.ts'

let harness: FaultHarness
let donor: FaultDonor
let database: string
let log: string

beforeAll(async () => {
  harness = await openFaultHarness()
  donor = await signUpFaultDonor(harness)
  database = join(harness.server.dataDir, 'royale.db')
  log = `${database}-wal`
})

afterAll(() => harness.close())

/** Makes one acknowledged donation the newest commit in the log, and kills the server. */
beforeEach(async () => {
  await harness.waitUntilConsistent()
  // Without events, the server has to find the payment by itself after the restart.
  await harness.control('/webhook-faults', { drop: true })
  await expectPaid(await donor.payByCard(500))
  await harness.server.kill()
})

const TORN: Record<string, () => void> = {
  'with noise behind it': () => appendFileSync(log, randomBytes(10_000)),
  'with a torn frame behind it': () => {
    const [lastCommit = 0] = findCommits(log).slice(-1)
    const frame = readFileSync(log).subarray(lastCommit - 4_120, lastCommit)
    truncateSync(log, lastCommit)
    appendFileSync(log, frame.subarray(0, 3_000))
  },
}

test.each(Object.entries(TORN))('a log %s is read up to its last commit', async (_name, tear) => {
  tear()
  const before = sumOfLedger()
  await harness.server.restart()
  expect(await harness.waitUntilConsistent()).toMatchObject({ amountCents: before })
})

test('bookings that the disk has lost from the log are fetched from the provider again', async () => {
  const before = sumOfLedger()
  cutUntil(() => sumOfLedger() < before)
  await harness.server.restart()
  expect(await harness.waitUntilConsistent()).toMatchObject({ amountCents: before })
  expect(sumOfLedger()).toBe(before)
})

async function expectPaid(sessionId: string): Promise<void> {
  expect((await donor.fetchCheckout(sessionId)).state).toBe('paid')
}

/** Cuts one commit after another off the log's end, the last one first. */
function cutUntil(isEnough: () => boolean): void {
  for (const end of findCommits(log).toReversed().slice(1)) {
    truncateSync(log, end)
    if (isEnough()) return
  }
  throw new Error('The log was cut to nothing.')
}

/** Returns the ledger's sum, read from a copy, because opening a database changes it. */
function sumOfLedger(): number {
  const folder = mkdtempSync(join(tmpdir(), 'royale-copy-'))
  const copy = join(folder, 'royale.db')
  copyFileSync(database, copy)
  copyFileSync(log, `${copy}-wal`)
  const connection = new DatabaseSync(copy)
  const row = connection.prepare('select sum(amount_cents) as cents from ledger_entries').get()
  connection.close()
  rmSync(folder, { recursive: true })
  return Number(row?.['cents'])
}
