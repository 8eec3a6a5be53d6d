import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { isConnectionError, signUpFaultDonor } from '../faults/fault-donor.ts'
import { openFaultHarness, remainingCents, type FaultHarness } from '../faults/fault-harness.ts'
import { runCommand } from '../helpers/server/run-command.ts'

const DONORS = 4

/** Donates until the server is away; returns the number of donations that it acknowledged. */
async function donateUntilKilled(harness: FaultHarness): Promise<number> {
  const donor = await signUpFaultDonor(harness)
  for (let acknowledged = 0; ; acknowledged += 1) {
    try {
      await donor.fetchCheckout(await donor.payByCard(300 + acknowledged))
    } catch (error) {
      if (isConnectionError(error)) return acknowledged
      // The limit of checkouts without a proof of work; a session cut off by the kill.
      if (!String(error).includes('429')) throw error
      await pause(50)
    }
  }
}

test("a machine lost mid-load is restored elsewhere from an older backup, and the ledger has the providers' truth", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'royale-drill-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const harness = await openFaultHarness()
  onTestFinished(harness.close)
  const { server, environment } = harness
  const donor = await signUpFaultDonor(harness)
  await donor.fetchCheckout(await donor.payByCard(500))
  await donor.capture(await donor.approveByWallet(700))

  const file = join(folder, 'yesterday.tar.zst')
  const backup = await runCommand(server, 'backup', [file], environment)
  expect(backup.output).toContain('2 donations of $12.00, 2 movements in the ledger.')
  expect(backup.code).toBe(0)

  await donor.capture(await donor.approveByWallet(900))
  const load = Array.from({ length: DONORS }, () => donateUntilKilled(harness))
  await expect.poll(async () => (await harness.fetchPayments()).length).toBeGreaterThan(10)
  await server.kill()
  const acknowledged = (await Promise.all(load)).reduce((sum, count) => sum + count, 0)
  expect(acknowledged).toBeGreaterThan(0)

  const elsewhere = { ...environment, DATA_DIR: join(folder, 'elsewhere/data') }
  const restored = await runCommand(server, 'restore', [file], elsewhere)
  expect(restored.output).toMatch(/^Restored and checked: .*elsewhere\/data\.$/m)
  expect(restored.output).toMatch(/^ {2}Stripe: \d+ found, 1 known, \d+ imported/m)
  expect(restored.output).toMatch(/^ {2}PayPal: \d+ found, 1 known, 1 imported/m)
  expect(restored.output).toMatch(/^Drift: 0 cents$/m)
  expect(restored.code).toBe(0)

  await server.restart(elsewhere)
  const payments = await harness.fetchPayments()
  const cents = payments.reduce((sum, payment) => sum + remainingCents(payment), 0)
  expect(await harness.waitUntilConsistent()).toEqual({
    count: payments.length,
    amountCents: cents,
  })
  expect(payments.length).toBeGreaterThanOrEqual(3 + acknowledged)
})
