import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderName } from '#contract/checkout-states.ts'
import { KEYS, PAYMENT_PROVIDERS } from '#tests/helpers/providers/payment-providers.ts'
import { openTestSandbox, type TestSandbox } from '#tests/helpers/providers/payment-sandbox.ts'
import { openHttpDouble } from '#tests/helpers/network/http-double.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { ProviderHealth } from './provider-health.ts'

const HOUR_MS = 60 * 60_000

let payments: TestSandbox
let now: number
let errors: string[]
let aheadMs = 0

beforeEach(() => {
  now = Date.now()
  errors = []
  aheadMs = 0
})

afterEach(() => payments.close())

async function open(name: ProviderName) {
  payments = await openTestSandbox({ aheadMs })
  const provider = connect(name, payments.apiBase[name])
  return { provider, health: watch(provider) }
}

function connect(name: ProviderName, apiBase: string): PaymentProvider {
  const adapter = PAYMENT_PROVIDERS.find((one) => one.name === name)
  if (adapter === undefined) throw new Error(`There is no adapter for ${name}.`)
  return adapter.connect({ apiBase })
}

function watch(provider: PaymentProvider): ProviderHealth {
  return new ProviderHealth({
    providers: { [provider.name]: provider },
    clock: () => now,
    schedule: () => () => {},
    logger: pino({ level: 'error', base: null }, { write: (line) => void errors.push(line) }),
  })
}

/** Requests the history of a payment, which reads its disputes. */
async function readDisputes(provider: PaymentProvider): Promise<void> {
  const payment = { ref: 'none', captureId: 'none', refundedCents: null, expected: [] }
  await Promise.allSettled([provider.findHistory(payment)])
}

function forbid(provider: ProviderName, fault: '401' | '403', path: string): Promise<unknown> {
  return payments.control('/faults', { provider, fault, path, times: 1_000 })
}

test('a key of Stripe that may read everything but not write is told what it lacks', async () => {
  const { health } = await open('stripe')
  await payments.control('/faults', { provider: 'stripe', fault: '403', method: 'POST', times: 9 })
  await health.check()
  expect(health.reports()[0]?.problems.map(({ sentence }) => sentence)).toEqual([
    'Stripe: the key may not write Checkout Sessions; give it "Checkout Sessions: write".',
    'Stripe: the key may not write Refunds; give it "Refunds: write".',
  ])
})

describe.each(['stripe', 'paypal'] as const)('a key of %s', (name) => {
  test('that may do everything has no problem', async () => {
    const { health } = await open(name)
    await health.check()
    const [report] = health.reports()
    expect(report?.problems).toEqual([])
    expect(new Set(report?.probes.map(({ state }) => state))).toEqual(new Set(['ok']))
    expect(errors).toEqual([])
  })

  test('that lacks a permission is reported once, with what to switch on', async () => {
    const { health } = await open(name)
    await forbid(name, '403', '/disputes')
    await health.check()
    now += HOUR_MS
    await health.check()
    const sentence = {
      stripe: 'Stripe: the key may not read Disputes; give it "Disputes: read".',
      paypal:
        'PayPal: the app may not read disputes; switch on "Customer disputes" among its features.',
    }[name]
    expect(health.reports()[0]?.problems).toEqual([{ kind: 'key_denied', sentence }])
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain(JSON.stringify(sentence))
  })

  test('is asked about hourly, and a problem that is over is gone', async () => {
    const { health } = await open(name)
    await forbid(name, '403', '/disputes')
    await health.check()
    await payments.control('/faults/clear', {})
    now += HOUR_MS / 2
    await health.check()
    expect(health.reports()[0]?.problems).toHaveLength(1)
    now += HOUR_MS / 2
    await health.check()
    expect(health.reports()[0]?.problems).toEqual([])
  })

  test('that loses a permission while the server runs is reported at the first denial', async () => {
    const { provider, health } = await open(name)
    await health.check()
    now += HOUR_MS / 2
    const changed = new Promise<void>((resolve) => {
      health.onProblemsChanged(resolve)
    })
    await forbid(name, '403', '/disputes')
    await readDisputes(provider)
    await changed
    expect(health.reports()[0]?.problems).toHaveLength(1)
  })

  test('that is denied something is asked about once a minute at most', async () => {
    const { provider, health } = await open(name)
    await health.check()
    await forbid(name, '403', '/disputes')
    await readDisputes(provider)
    await health.check()
    expect(health.reports()[0]?.problems).toEqual([])
    now += HOUR_MS / 60
    await health.check()
    expect(health.reports()[0]?.problems).toHaveLength(1)
  })

  test('that was given a permission is seen to have it when it is asked for', async () => {
    const { health } = await open(name)
    await forbid(name, '403', '/disputes')
    await health.check()
    await payments.control('/faults/clear', {})
    await health.checkNow()
    expect(health.reports()[0]?.problems).toEqual([])
  })

  test('that is not taken at all is one problem', async () => {
    const { health } = await open(name)
    await forbid(name, '401', '/v1/')
    await health.check()
    const sentence = {
      stripe: 'Stripe does not take the key; set STRIPE_SECRET_KEY to a key of your account.',
      paypal:
        'PayPal does not take the client id and secret; set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET to those of your app.',
    }[name]
    expect(health.reports()[0]?.problems).toEqual([{ kind: 'key_denied', sentence }])
    expect(errors).toHaveLength(1)
  })

  test('of a provider that is away is asked about again in the next round', async () => {
    const { health } = await open(name)
    await payments.control('/faults', { provider: name, fault: '500', times: 1_000 })
    await health.check()
    expect(health.reports()[0]?.probes[0]).toMatchObject({ state: 'unavailable' })
    expect(health.reports()[0]?.probes[0]?.sentence).toMatch(/ could not be asked now\.$/)
    await payments.control('/faults/clear', {})
    now += HOUR_MS / 60
    await health.check()
    expect(health.reports()[0]?.probes[0]).toMatchObject({ state: 'ok' })
    expect(errors).toEqual([])
  })

  test.each([
    [15, 'behind'],
    [-15, 'ahead of'],
  ])('tells once that our clock is wrong: %i minutes', async (minutes, word) => {
    aheadMs = minutes * 60_000
    const { health } = await open(name)
    await health.check()
    await health.check()
    const [report] = health.reports()
    expect(Math.abs((report?.clockOffsetMs ?? 0) - aheadMs)).toBeLessThan(2_000)
    expect(report?.problems).toHaveLength(1)
    expect(report?.problems[0]?.sentence).toMatch(
      new RegExp(`^The server's clock is (89|90)\\d seconds ${word} (Stripe|PayPal)'s; set it`),
    )
    expect(errors).toHaveLength(1)
  })
})

describe('the account', () => {
  test('of Stripe is named by its id, whatever the key', async () => {
    const { provider } = await open('stripe')
    expect(provider.account).toBeNull()
    await provider.probe()
    expect(provider.account).toMatch(/^[\da-f]{16}$/)
  })

  test('of Stripe is named by the key where that may not read it', async () => {
    const { provider } = await open('stripe')
    await provider.probe()
    const other = connect('stripe', payments.apiBase.stripe)
    await forbid('stripe', '403', '/v1/account')
    await other.probe()
    expect(other.account).toMatch(/^[\da-f]{16}$/)
    expect(other.account).not.toBe(provider.account)
  })

  test('of Stripe stays unknown while Stripe is away', async () => {
    payments = await openTestSandbox()
    const away = await openHttpDouble(() => 'cut')
    const provider = connect('stripe', away.url)
    await provider.probe()
    expect(provider.account).toBeNull()
    await away.close()
  })

  test('of PayPal has a name made of the client id, which does not reveal it', async () => {
    const { provider } = await open('paypal')
    expect(provider.account).toMatch(/^[\da-f]{16}$/)
    expect(provider.account).not.toContain(KEYS.paypal.clientId)
  })
})
