import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { isConnectionError, signUpFaultDonor, type FaultDonor } from '../faults/fault-donor.ts'
import { openFaultHarness, remainingCents, type FaultHarness } from '../faults/fault-harness.ts'
import { createPostgresDatabase } from '../helpers/databases/postgres.ts'
import type { AppServer, Environment } from '../helpers/server/app-server.ts'
import { runCommand } from '../helpers/server/run-command.ts'

const DONORS = 4

/** Donates until the server is away; returns the number of donations that it acknowledged. */
async function donateUntilKilled(harness: FaultHarness): Promise<number> {
  let donor: FaultDonor | undefined
  let acknowledged = 0
  for (;;) {
    try {
      donor ??= await signUpFaultDonor(harness)
      await donor.fetchCheckout(await donor.payByCard(300 + acknowledged))
      acknowledged += 1
    } catch (error) {
      if (isConnectionError(error)) return acknowledged
      // The limit of checkouts without a proof of work; a session cut off by the kill.
      if (!String(error).includes('429')) throw error
      await pause(50)
    }
  }
}

const onSqlite = async () => ({})
const onPostgres = async () => ({
  DATABASE_URL: await createPostgresDatabase(inject('postgresUrl'), `drill_${randomUUID()}`),
  AUTH_SECRET: 'a secret of thirty-two characters or more',
})

test.each([
  ['SQLite to PostgreSQL', onSqlite, onPostgres],
  ['PostgreSQL to SQLite', onPostgres, onSqlite],
])(
  "a machine lost mid-load is restored elsewhere from an older backup, and the ledger has the providers' truth: %s",
  async (_name, createHere, createThere) => {
    const folder = mkdtempSync(join(tmpdir(), 'royale-drill-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const BACKUP_DIR = join(folder, 'scheduled')
    const here = { BACKUP_DIR, ...(await createHere()) }
    const harness = await openFaultHarness(here)
    onTestFinished(harness.close)
    const { server } = harness
    const environment = { ...harness.environment, ...here }
    const donor = await signUpFaultDonor(harness)
    await donor.fetchCheckout(await donor.payByCard(500))
    await donor.capture(await donor.approveByWallet(700))

    const load = [donateUntilKilled(harness)]
    const file = join(folder, 'yesterday.tar.zst')
    const backup = await runCommand(server, 'backup', [file], environment)
    expect(backup.errors).toBe('')
    expect(backup.output).toMatch(/: \d+ donations of \$[\d,.]+, \d+ movements in the ledger\.$/m)
    expect(backup.code).toBe(0)

    await donor.capture(await donor.approveByWallet(900))
    for (let one = 1; one < DONORS; one += 1) load.push(donateUntilKilled(harness))
    const before = (await harness.fetchPayments()).length
    await expect
      .poll(async () => (await harness.fetchPayments()).length)
      .toBeGreaterThan(before + DONORS)
    // While one is being made, its work folder is there too.
    await expect
      .poll(() => readdirSync(BACKUP_DIR))
      .toEqual([expect.stringMatching(/^donation-royale-.*\.tar\.zst$/)])
    await server.kill()
    const acknowledged = (await Promise.all(load)).reduce((sum, count) => sum + count, 0)
    expect(acknowledged).toBeGreaterThan(0)

    const there = {
      DATABASE_URL: undefined,
      AUTH_SECRET: undefined,
      BACKUP_DIR: undefined,
      ...(await createThere()),
    }
    const elsewhere = { ...environment, ...there, DATA_DIR: join(folder, 'elsewhere/data') }
    const restored = await runCommand(server, 'restore', [file], elsewhere)
    expect(restored.output).toMatch(/^Restored and checked: .*\.$/m)
    expect(restored.output).toMatch(/^ {2}Stripe: \d+ found, [1-9]\d* known, [1-9]\d* imported/m)
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

    await server.kill()
    await expectNoSecondRestore(server, file, elsewhere)
  },
)

/** Expects that a backup is not restored over donations, wherever they are. */
async function expectNoSecondRestore(
  server: AppServer,
  file: string,
  elsewhere: Environment,
): Promise<void> {
  const { DATABASE_URL } = elsewhere
  const dataDir = `${elsewhere['DATA_DIR']}${DATABASE_URL === undefined ? '' : '-2'}`
  const again = { ...elsewhere, DATA_DIR: dataDir }
  const { code, errors } = await runCommand(server, 'restore', [file, '--no-reconcile'], again)
  expect(errors).toMatch(
    DATABASE_URL === undefined
      ? /^The folder .* is not empty/
      : /^The target already has other data, and was not changed: name an empty database\.\n$/,
  )
  expect(code).toBe(1)
  expect(existsSync(`${dataDir}/royale.db`)).toBe(DATABASE_URL === undefined)
}
