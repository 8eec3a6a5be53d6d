import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/app-error.ts'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import { openHttpDouble, type HttpDouble, type Reply } from '#tests/helpers/network/http-double.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { createStripeProvider } from '#server/payments/stripe/stripe.ts'
import { createCheckouts, type Checkouts } from '#server/features/checkouts/checkouts.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { Adoption } from './adoption.ts'
import { Importer } from './importer.ts'

const NOW = Date.UTC(2026, 10, 20)
const OURS = 'ours'
const ACCOUNT = 'account-1'

interface Sold {
  id: string
  installation: string
  checkoutId: string
  donationId: string
  accountId: string
  name: string | null
  amount: number
  currency: string
  created: number
  status: string
  livemode: boolean
  refunds: object[]
}

/** Builds a paid session; a test overrides only what it is about. */
function buildSold(overrides: Partial<Sold> = {}): Sold {
  return {
    id: `cs_test_${randomUUID()}`,
    installation: OURS,
    checkoutId: randomUUIDv7(),
    donationId: randomUUIDv7(),
    accountId: ACCOUNT,
    name: 'Ada Lovelace',
    amount: 500,
    currency: 'usd',
    created: NOW / 1000 - 3_600,
    status: 'paid',
    livemode: false,
    refunds: [],
    ...overrides,
  }
}

let stripe: HttpDouble
let sold: Sold[]
/** Replies that replace the usual ones, by a part of the path. */
let faults: { part: string; reply: Reply; after: number }[]

beforeEach(async () => {
  sold = []
  faults = []
  stripe = await openHttpDouble(({ path }) => answerFault(path) ?? answer(path))
})

afterEach(() => stripe.close())

function answerFault(path: string): Reply | undefined {
  const fault = faults.find(({ part }) => path.includes(part))
  if (fault === undefined) return undefined
  fault.after -= 1
  return fault.after < 0 ? fault.reply : undefined
}

function answer(path: string): Reply {
  const url = new URL(path, 'http://stripe')
  const [, , , kind, id] = url.pathname.split('/')
  if (url.pathname === '/v1/checkout/sessions') return answerPage(url.searchParams)
  if (kind === 'sessions') return answerOne(sold.find((one) => one.id === id))
  const charge = url.searchParams.get('charge')
  const refunds = sold.find((one) => chargeOf(one) === charge)?.refunds ?? []
  return { body: { data: path.startsWith('/v1/refunds') ? refunds : [], has_more: false } }
}

function answerPage(query: URLSearchParams): Reply {
  const start = sold.findIndex(({ id }) => id === query.get('starting_after')) + 1
  const limit = Number(query.get('limit'))
  const data = sold.slice(start, start + limit).map(toListed)
  return { body: { data, has_more: start + limit < sold.length } }
}

const chargeOf = ({ id }: Sold) => `ch_${id}`

function toListed(one: Sold) {
  const { id, amount, currency, created, status, livemode } = one
  const metadata = {
    installation_id: one.installation,
    checkout_id: one.checkoutId,
    donation_id: one.donationId,
    account_id: one.accountId,
  }
  const money = { amount_total: amount, currency, payment_status: status, livemode }
  return { id, object: 'checkout.session', created, metadata, ...money }
}

function answerOne(one: Sold | undefined): Reply {
  if (one === undefined) return { status: 404, body: { error: { message: 'No such session' } } }
  const { amount, currency, created, name } = one
  const latest_charge = {
    id: chargeOf(one),
    amount_captured: amount,
    amount_refunded: 0,
    currency,
    disputed: false,
    created: created + 60,
  }
  const payment_intent = { status: 'succeeded', latest_charge }
  const customer_details = name === null ? null : { name }
  return { body: { ...toListed(one), status: 'complete', customer_details, payment_intent } }
}

describe.each(DATABASES)('importing on $name', ({ open, openTwice }) => {
  let database: Database
  let importer: Importer
  let checkouts: Checkouts

  beforeEach(async () => {
    database = await open()
    ;({ importer, checkouts } = createNode(database))
  })

  afterEach(() => database.close())

  async function readDonations(from = database) {
    const rows = await from.reader
      .selectFrom('donations')
      .select(['name', 'amount_cents', 'timestamp', 'user_id'])
      .orderBy('sequence')
      .execute()
    return rows.map((row) => [row.name, row.amount_cents, row.timestamp, row.user_id])
  }

  const countMails = async () =>
    (await database.reader.selectFrom('mails').selectAll().execute()).length

  test('records missing payments with time, name and account, oldest first, without mails', async () => {
    const created = NOW / 1000 - 7_200
    sold = [buildSold({ amount: 700, accountId: 'gone' }), buildSold({ created, name: null })]
    const [report] = (await importer.run()).providers
    expect(report).toMatchObject({ found: 2, known: 0, imported: 2, importedCents: 1_200 })
    expect(await readDonations()).toEqual([
      [null, 500, (created + 60) * 1000, ACCOUNT],
      ['Ada', 700, NOW - 3_540_000, ''],
    ])
    expect(await countMails()).toBe(0)
    const [again] = (await importer.run()).providers
    expect(again).toMatchObject({ found: 2, known: 2, imported: 0, failed: [] })
  })

  test('brings the refunds along', async () => {
    const refund = { id: 're_1', amount: 200, currency: 'usd', created: 1, status: 'succeeded' }
    sold = [buildSold({ refunds: [{ ...refund, charge: 'ch' }] })]
    await importer.run()
    expect((await readDonations()).map(([, cents]) => cents)).toEqual([300])
    expect(await countMails()).toBe(0)
  })

  test('two at once record each payment once', async () => {
    await database.close()
    const [first, second] = await openTwice()
    database = first
    sold = Array.from({ length: 12 }, () => buildSold())
    const nodes = [createNode(first), createNode(second)]
    const reports = await Promise.all(nodes.map((node) => node.importer.run()))
    const counts = reports.map(({ providers: [one] }) => one?.imported ?? 0)
    expect(counts.reduce((sum, count) => sum + count)).toBe(12)
    expect(reports.flatMap(({ providers: [one] }) => one?.failed)).toEqual([])
    expect(await readDonations(first)).toHaveLength(12)
    if (second !== first) await second.close()
  })

  test('leaves out what is another installation’s, unpaid or not marked', async () => {
    sold = [
      buildSold({ installation: 'another' }),
      buildSold({ status: 'unpaid' }),
      buildSold({ installation: 'x'.repeat(80), checkoutId: 'a harness’s' }),
    ]
    const [report] = (await importer.run()).providers
    expect(report).toMatchObject({ found: 0, imported: 0, failed: [] })
    expect(await readDonations()).toEqual([])
  })

  test('names payments that cannot be donations here, and records the rest', async () => {
    const double = buildSold()
    sold = [
      buildSold({ currency: 'eur' }),
      buildSold({ amount: 99 }),
      buildSold({ livemode: true }),
      buildSold({ checkoutId: '../../etc' }),
      double,
      buildSold({ checkoutId: double.checkoutId, created: double.created - 10 }),
      buildSold({ donationId: double.donationId, amount: 800 }),
    ]
    const [report] = (await importer.run()).providers
    expect(report?.imported).toBe(2)
    expect(report?.failed.map(({ reason }) => reason).toSorted()).toEqual([
      'It is in EUR.',
      'It is of another mode: real money and test money do not mix.',
      'It is of less than $1.00.',
      'It names no checkout of this software.',
      'The checkout that it names has another payment.',
    ])
  })

  test('cleans hostile names, and keeps an account only where it is there', async () => {
    const name = '\u202eAda\u0000<script>'
    sold = [buildSold({ name, accountId: "' or 1=1 --" })]
    await importer.run()
    expect(await readDonations()).toEqual([['Ada<script>', 500, NOW - 3_540_000, '']])
  })

  test('goes on where it was cut off', async () => {
    sold = Array.from({ length: 150 }, () => buildSold())
    faults = [{ part: 'starting_after', reply: AWAY, after: 0 }]
    const [cut] = (await importer.run()).providers
    expect(cut).toMatchObject({ imported: 100, isComplete: false })
    expect(cut?.limits[0]).toContain('could not be read to its end')
    faults = []
    const [whole] = (await importer.run()).providers
    expect(whole).toMatchObject({ known: 100, imported: 50, isComplete: true })
  })

  test('records no payment whose disputes may not be read', async () => {
    sold = [buildSold()]
    faults = [{ part: '/v1/disputes', reply: DENIED, after: 0 }]
    const [denied] = (await importer.run()).providers
    expect(denied).toMatchObject({ imported: 0, known: 0 })
    expect(denied?.failed[0]?.reason).toContain('may not read')
    faults = []
    expect((await importer.run()).providers[0]?.imported).toBe(1)
  })

  test('settles what the copy knew as unpaid', async () => {
    const paid = buildSold()
    sold = [paid]
    const row = { id: paid.checkoutId, provider_ref: paid.id, state: 'expired' as const }
    await database.write(insertCheckouts, buildCheckout(row))
    expect((await importer.run()).providers[0]).toMatchObject({ known: 1, imported: 0 })
    expect((await checkouts.require(paid.checkoutId)).state).toBe('paid')
  })

  test('adopts a named installation that has ended, and knows its payments from then on', async () => {
    sold = [buildSold({ installation: 'lost' })]
    expect((await importer.run('lost')).providers[0]?.imported).toBe(1)
    const node = createNode(database)
    await node.adoption.load()
    const pointer = { paymentRef: sold[0]?.id ?? '', captureId: null }
    expect(await node.checkouts.locate('stripe', pointer)).toMatchObject({ state: 'paid' })
    expect((await node.importer.run()).providers[0]).toMatchObject({ found: 1, known: 1 })
  })

  test('adopts no installation while a provider cannot be asked, and says so', async () => {
    faults = [{ part: '/v1/checkout/sessions', reply: AWAY, after: 0 }]
    const refused =
      /^Stripe could not be asked for all payments of the installation lost: .+ Nothing was imported; run it again\.$/
    await expect(importer.run('lost')).rejects.toThrow(refused)
    sold = Array.from({ length: 150 }, () => buildSold({ installation: 'lost' }))
    faults = [{ part: 'starting_after', reply: AWAY, after: 0 }]
    await expect(importer.run('lost')).rejects.toThrow(refused)
    expect(await readDonations()).toEqual([])
    faults = []
    expect((await importer.run('lost')).providers[0]?.imported).toBe(150)
    faults = [{ part: 'starting_after', reply: AWAY, after: 0 }]
    expect((await importer.run('lost')).providers[0]).toMatchObject({ known: 100 })
  })

  test('refuses an installation that runs in parallel, or that no provider knows', async () => {
    sold = [buildSold({ installation: 'beside' })]
    const own = buildCheckout({ created_at: NOW - 24 * 3_600_000 })
    await database.write(insertCheckouts, own)
    await database.write(bookCaptures, buildCapture(own))
    await expect(importer.run('beside')).rejects.toThrow('they seem to run side by side')
    await expect(importer.run('nobody')).rejects.toThrow(AppError)
    expect(await readDonations()).toHaveLength(1)
    sold = [buildSold({ installation: 'beside', created: NOW / 1000 - 48 * 3_600 })]
    expect((await importer.run('beside')).providers[0]?.imported).toBe(1)
  })
})

const AWAY: Reply = { status: 500, body: { error: { message: 'oops' } } }
const DENIED: Reply = {
  status: 403,
  body: { error: { type: 'invalid_request_error', message: 'no permission' } },
}

function createNode(database: Database) {
  const clock = () => NOW
  const logger = pino({ level: 'silent' })
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', installationId: OURS }
  const address = { apiBase: stripe.url, livemode: false, timeoutMs: 60_000 }
  const providers = { stripe: createStripeProvider({ ...keys, ...address, clock }) }
  const bus = createMemoryBus()
  const limits = { maxCents: 1_000_000 }
  const checkouts = createCheckouts({ database, providers, bus, limits, clock, logger })
  const adoption = new Adoption({ database, providers, checkouts, clock })
  const importer = new Importer({
    providers,
    checkouts,
    adoption,
    inbox: { findParked: async () => [], resumeParked: async () => {} },
    hasAccount: async (id) => id === ACCOUNT,
    schedule: (work) => {
      setImmediate(work)
      return () => {}
    },
    logger,
  })
  return { importer, checkouts, adoption }
}
