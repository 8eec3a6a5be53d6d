import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { leaderboardPageSchema, type LeaderboardPage } from '#contract/leaderboard.ts'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { runCommand } from '../helpers/server/run-command.ts'
import { signUpFaultDonor, type FaultDonor } from './fault-donor.ts'
import { remainingCents } from './fault-harness.ts'

/** The product with its embedded payment sandbox, which survives the loss of the database. */
let server: AppServer
let dataDir: string
let copyDir: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'royale-restored-'))
  copyDir = mkdtempSync(join(tmpdir(), 'royale-copy-'))
  server = await startAppServer({ DATA_DIR: dataDir })
})

afterAll(async () => {
  await server.stop()
  for (const folder of [dataDir, copyDir]) rmSync(folder, { recursive: true, force: true })
})

const isDatabase = (name: string) => name.startsWith('royale.db')

function copyDatabase(from: string, to: string): void {
  for (const name of readdirSync(from).filter(isDatabase)) {
    copyFileSync(join(from, name), join(to, name))
  }
}

function removeDatabase(): void {
  for (const name of readdirSync(dataDir).filter(isDatabase)) rmSync(join(dataDir, name))
}

/** Stops the server, changes its folder, and starts it again. */
async function whileStopped(work: () => void, options: string[] = []): Promise<void> {
  await server.stop()
  work()
  await server.restart({}, options)
}

const reconcile = (...args: string[]) => runCommand(server, 'reconcile', args)

async function readBoard(): Promise<LeaderboardPage> {
  const answer = await fetch(`${server.url}/api/leaderboard?limit=500`)
  return leaderboardPageSchema.parse(await answer.json())
}

const paymentSchema = z.object({
  ref: z.string(),
  paymentId: z.string(),
  capturedCents: z.int(),
  refundedCents: z.int(),
  disputedCents: z.int(),
})
const paymentsSchema = z.object({ stripe: paymentSchema.array(), paypal: paymentSchema.array() })

async function control(path: string, body?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const init = body && { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${server.url}/_sandbox/control${path}`, init)
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

const readPayments = async () => paymentsSchema.parse(await control('/payments'))

async function findDifference(): Promise<number> {
  return (await readBoard()).total.amountCents - (await sumProviders())
}

async function sumProviders(): Promise<number> {
  const { stripe, paypal } = await readPayments()
  return [...stripe, ...paypal].reduce((sum, payment) => sum + remainingCents(payment), 0)
}

async function giveBack(path: '/refunds' | '/disputes', ref: string, more: object = {}) {
  const payments = await readPayments()
  for (const provider of ['stripe', 'paypal'] as const) {
    const found = payments[provider].find((payment) => payment.ref === ref)
    if (found !== undefined) await control(path, { provider, paymentId: found.paymentId, ...more })
  }
}

function readLedger<Row>(query: string, schema: z.ZodType<Row>): Row[] {
  const ledger = new DatabaseSync(join(dataDir, 'royale.db'), { readOnly: true })
  try {
    return z.array(schema).parse(ledger.prepare(query).all())
  } finally {
    ledger.close()
  }
}

const countMails = () =>
  readLedger('select count(*) as count from mails', z.object({ count: z.int() }))[0]?.count

async function donate(donor: FaultDonor, provider: 'card' | 'wallet', amountCents: number) {
  if (provider === 'card') {
    const ref = await donor.payByCard(amountCents)
    // Fetching the checkout settles it.
    await donor.fetchCheckout(ref)
    return ref
  }
  const ref = await donor.approveByWallet(amountCents)
  await donor.capture(ref)
  return ref
}

const shownIn = ({ entries }: LeaderboardPage) =>
  entries.map(({ id, name, amountCents, timestamp }) => {
    const second = Math.floor(Date.parse(timestamp) / 1000)
    return { id, name, amountCents, second }
  })

/** Expects equal boards; times may differ by how long booking took. */
function expectSameBoard(actual: LeaderboardPage, before: LeaderboardPage): void {
  const [now, then] = [shownIn(actual), shownIn(before)]
  expect(now.map(({ id, name, amountCents }) => [id, name, amountCents])).toEqual(
    then.map(({ id, name, amountCents }) => [id, name, amountCents]),
  )
  for (const [index, { second }] of now.entries()) {
    expect(Math.abs(second - (then[index]?.second ?? 0))).toBeLessThanOrEqual(10)
  }
}

const imported = (output: string) => output.split('\n').filter((line) => / found, /.test(line))

test('payments that an older copy or an empty database lacks are reported, and imported once', async () => {
  const donor = await signUpFaultDonor({ server, providersUrl: server.url })
  await donate(donor, 'card', 500)
  await donate(donor, 'wallet', 700)
  await whileStopped(() => copyDatabase(dataDir, copyDir))
  const refunded = await donate(donor, 'card', 2_000)
  const disputed = await donate(donor, 'wallet', 3_000)
  // Another amount: a provider's clock of seconds does not order equal ones of the same second.
  await donate(donor, 'card', 900)
  await donate(donor, 'wallet', 1_000)
  await giveBack('/refunds', refunded, { amountCents: 450 })
  await giveBack('/disputes', disputed)
  await expect.poll(findDifference).toBe(0)
  const before = await readBoard()
  expect(before.total.count).toBe(5)

  await whileStopped(() => {
    removeDatabase()
    copyDatabase(copyDir, dataDir)
  })
  const notice = 'The providers have 4 payments ($69.00) of this installation'
  await expect.poll(() => server.log()).toContain(`needs a person: ${notice}`)
  const mailsBefore = countMails()
  const first = await reconcile('--import')
  expect(imported(first.output)).toEqual([
    '  Stripe: 3 found, 1 known, 2 imported ($29.00), 0 not imported',
    '  PayPal: 3 found, 1 known, 2 imported ($40.00), 0 not imported',
  ])
  expect(first.output).toMatch(/^For you to look at: 1\n  dispute_open:/m)
  expect(first.output).toMatch(/^Drift: 0 cents$/m)
  expect(first.code).toBe(0)
  await expect.poll(findDifference).toBe(0)
  expectSameBoard(await readBoard(), before)
  expect(countMails()).toBe(mailsBefore)
  const second = await reconcile('--import')
  expect(imported(second.output)).toEqual([
    '  Stripe: 3 found, 3 known, 0 imported ($0.00), 0 not imported',
    '  PayPal: 3 found, 3 known, 0 imported ($0.00), 0 not imported',
  ])
  // The copy has the account, and every donation was imported into it.
  const own = z.object({ donations: z.array(z.unknown()) })
  const answer = await donor.call('/api/donations/own')
  expect(own.parse(await answer.json()).donations).toHaveLength(5)

  const { id: lost = '' } =
    readLedger('select id from installation', z.object({ id: z.string() }))[0] ?? {}
  await whileStopped(removeDatabase, ['--new-database'])
  const told = `these Stripe and PayPal accounts have 6 payments ($81.00) of the installation ${lost}`
  await expect.poll(() => server.log()).toContain(told)
  const wrong = await reconcile('--import')
  expect(imported(wrong.output)[0]).toContain('0 found')
  const all = await reconcile('--import', '--installation', lost)
  expect(imported(all.output)).toEqual([
    '  Stripe: 3 found, 0 known, 3 imported ($34.00), 0 not imported',
    '  PayPal: 3 found, 0 known, 3 imported ($47.00), 0 not imported',
  ])
  expect(all.output).toMatch(/^For you to look at: 1\n  dispute_open:/m)
  expect(all.code).toBe(0)
  await expect.poll(findDifference).toBe(0)
  expectSameBoard(await readBoard(), before)
  expect(countMails()).toBe(0)

  // Later refunds are recognised as ours, also after a restart.
  await server.restart()
  await giveBack('/refunds', refunded, { amountCents: 100 })
  await expect.poll(findDifference).toBe(0)
})
