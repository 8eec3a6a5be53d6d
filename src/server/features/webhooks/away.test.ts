import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProviderName } from '#contract/checkout-states.ts'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { openTestSqlite } from '#tests/helpers/databases/database.ts'
import { openHttpDouble, type HttpDouble } from '#tests/helpers/network/http-double.ts'
import { INSTALLATION_ID } from '#tests/helpers/providers/payment-providers.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { createPaypalProvider } from '#server/payments/paypal/paypal.ts'
import { createStripeProvider } from '#server/payments/stripe/stripe.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { createCheckouts, type Checkouts } from '#server/features/checkouts/checkouts.ts'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { checkEach } from '#server/features/reconciliation/check.ts'
import { Inbox } from './inbox.ts'
import { storeEvents } from './store.ts'

const NOW = 2_000
const USD = { currency_code: 'USD', value: '5.00' }
const WALLET = buildCheckout({ provider: 'paypal', provider_ref: 'ORDER1' })
const CARDS = Array.from({ length: 200 }, () => buildCheckout())

const ORDER_UNIT = { custom_id: WALLET.id, amount: USD }

const logger = pino({ level: 'silent' })
const clock = () => NOW

let stripe: HttpDouble
let paypal: HttpDouble
let database: Database
let units: unknown
let checkouts: Checkouts

beforeEach(async () => {
  units = [ORDER_UNIT]
  stripe = await openHttpDouble(() => ({ status: 500, body: { error: { message: 'oops' } } }))
  paypal = await openHttpDouble(({ path }) => {
    if (path.startsWith('/v1/oauth2')) return { body: { access_token: 'token', expires_in: 600 } }
    return { body: { id: 'ORDER1', status: 'VOIDED', purchase_units: units } }
  })
  database = await openTestSqlite()
  await Promise.all([...CARDS, WALLET].map((row) => database.write(insertCheckouts, row)))
  checkouts = connect()
})

afterEach(async () => {
  await database.close()
  await Promise.all([stripe.close(), paypal.close()])
})

function connect(): Checkouts {
  const shared = { installationId: INSTALLATION_ID, livemode: false, clock, timeoutMs: 60_000 }
  const stripeKeys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiBase: stripe.url }
  const paypalKeys = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1', fetch }
  const providers = {
    stripe: createStripeProvider({ ...shared, ...stripeKeys }),
    paypal: createPaypalProvider({ ...shared, ...paypalKeys, apiBase: paypal.url }),
  }
  const bus = createMemoryBus()
  return createCheckouts({ database, providers, bus, limits: { maxCents: 1_000 }, clock, logger })
}

async function expectWalletAlone(): Promise<void> {
  expect((await checkouts.require(WALLET.id)).state).toBe('expired')
  // Each try takes two requests.
  expect(stripe.requests.length).toBeLessThan(120)
}

test('events of a provider that is away do not hold up those of the other', async () => {
  const refs = CARDS.map(({ provider_ref }) => provider_ref ?? '')
  for (const ref of refs) await store('stripe', ref)
  await store('paypal', 'ORDER1')
  const schedule = () => () => {}
  const inbox = new Inbox({ database, checkouts, retentionDays: 30, clock, schedule, logger })
  inbox.start()
  await inbox.idle()
  await expectWalletAlone()
  expect(await inbox.countUnhandled()).toEqual({ waiting: CARDS.length, parked: 0 })
  await inbox.close()
})

test('checkouts of a provider that is away do not hold up those of the other', async () => {
  const report = {
    missed: 0,
    checked: 0,
    mended: [],
    unreachable: 0,
    uncompared: 0,
    outcomes: [],
    concerns: [],
    driftCents: 0,
    statements: [],
  }
  const ids = [...CARDS, WALLET].map(({ id }) => id)
  const concerns = createConcerns({ database, clock, logger })
  const isOpen = () => true
  await checkEach({ database, checkouts, concerns, clock, isOpen, logger }, ids, report)
  await expectWalletAlone()
  expect(report).toMatchObject({ checked: 1, unreachable: CARDS.length })
})

test('an answer that cannot be read is no outage: the log has its stack at each try', async () => {
  units = [{ ...ORDER_UNIT, amount: { ...USD, value: 'five' } }]
  await store('paypal', 'ORDER1')
  let log = ''
  const loud = pino({ level: 'info' }, { write: (line: string) => void (log += line) })
  const schedule = () => () => {}
  const inbox = new Inbox({ database, checkouts, retentionDays: 30, clock, schedule, logger: loud })
  inbox.start()
  await inbox.idle()
  await inbox.close()
  const line: unknown = JSON.parse(log)
  expect(line).toMatchObject({ level: 40, msg: 'webhook event failed', events: ['evt_ORDER1'] })
  expect(line).toMatchObject({
    err: { type: 'ZodError', stack: expect.stringContaining('purchase_units') },
  })
  expect(log).not.toContain('cannot be reached')
})

async function store(provider: ProviderName, payment_ref: string): Promise<void> {
  await database.write(storeEvents, {
    provider,
    event_id: `evt_${payment_ref}`,
    type: 'any',
    payment_ref,
    capture_id: null,
    payload: '{}',
    received_at: NOW,
    attempts: 0,
    next_attempt_at: NOW,
    handled_at: null,
    parked_at: null,
    outcome: null,
  })
}
