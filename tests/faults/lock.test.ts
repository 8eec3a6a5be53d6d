import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readRefusal, signUpFaultDonor } from './fault-donor.ts'
import { openFaultHarness } from './fault-harness.ts'

const HELD_MS = 30_000

test('another process may hold the write lock for 30 s: refusals, no loss, and then all is well', async () => {
  const harness = await openFaultHarness()
  onTestFinished(harness.close)
  const donor = await signUpFaultDonor(harness)
  await donor.fetchCheckout(await donor.payByCard(500))
  const orderId = await donor.approveUnreported(700)
  const begun = Date.now()
  const holder = await holdLock(join(harness.server.dataDir, 'royale.db'))

  // Each group of writes is refused after 5 s, and one of the server's own may be before theirs.
  const signal = AbortSignal.timeout(HELD_MS)
  const capture = donor.call(`/api/paypal/orders/${orderId}/capture`, {
    method: 'POST',
    body: '{}',
    signal,
  })
  await pause(1_000)
  const session = donor.call('/api/create-checkout-session', {
    method: 'POST',
    body: '{"amountCents":600}',
    signal,
  })
  for (const answer of await Promise.all([capture, session])) {
    expect(await readRefusal(answer)).toEqual({
      status: 503,
      code: 'unavailable',
      message: 'The server cannot save anything right now. Please try again in a moment.',
      retryAfter: '5',
    })
  }
  expect((await harness.fetchBoard()).total.amountCents).toBe(500)

  await pause(Math.max(0, HELD_MS - (Date.now() - begun)))
  holder.stdin?.end()
  await once(holder, 'exit')
  // No payment was taken while the database could not be written.
  expect((await donor.capture(orderId)).donation?.amountCents).toBe(700)
  expect(await harness.waitUntilConsistent()).toEqual({ count: 2, amountCents: 1_200 })
  await donor.fetchCheckout(await donor.payByCard(600))
  expect(await harness.waitUntilConsistent()).toEqual({ count: 3, amountCents: 1_800 })
})

/**
 * Locks the file in a process of its own, as a backup or the sqlite3 tool does, until its input
 * ends; resolves when it has the lock.
 */
async function holdLock(file: string): Promise<ChildProcess> {
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(file)}, { timeout: 5000 })
    database.exec('begin immediate')
    console.log('held')
    process.stdin.resume().on('end', () => database.exec('rollback'))`
  const holder = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void holder.kill())
  await once(holder.stdout, 'data')
  return holder
}
