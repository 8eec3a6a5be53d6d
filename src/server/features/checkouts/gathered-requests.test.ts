import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectError, openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { begin, capture, fetchCheckout, type BegunCheckout } from '#tests/helpers/app/checkouts.ts'
import {
  openHttpDouble,
  type HttpDouble,
  type ReceivedRequest,
  type Reply,
} from '#tests/helpers/network/http-double.ts'
import { PAYMENT_PROVIDERS } from '#tests/helpers/providers/payment-providers.ts'
import { insertCheckouts } from './store.ts'

let provider: HttpDouble
let server: TestApp
let donor: TestDonor
let now: number
let sessionStatus: 'open' | 'complete'
let checkoutId: string
let isAway: boolean

beforeEach(async () => {
  // It stands still, so that no span of time ends by itself however slow the machine is.
  now = Date.now()
  sessionStatus = 'open'
  isAway = false
  provider = await openHttpDouble(answer)
  server = await openTestApp({
    clock: () => now,
    providers: Object.fromEntries(
      PAYMENT_PROVIDERS.map(({ name, connect }) => [name, connect({ apiBase: provider.url })]),
    ),
  })
  donor = await server.signUp()
})

afterEach(async () => {
  await server.close()
  await provider.close()
})

/** Builds both providers as far as an unpaid checkout needs them. */
function answer({ method, path, body }: ReceivedRequest): Reply {
  if (isAway) return { status: 500, body: { error: { type: 'api_error', message: 'Away.' } } }
  if (path.startsWith('/v1/oauth2')) return { body: { access_token: 'token', expires_in: 600 } }
  if (path.startsWith('/v2/checkout/orders')) return answerOrder(method, path, body)
  if (method === 'POST' && path === '/v1/checkout/sessions') {
    checkoutId = new URLSearchParams(body).get('metadata[checkout_id]') ?? ''
    return { body: { id: 'cs_1', url: 'https://checkout.example/cs_1' } }
  }
  if (path.endsWith('/expire')) return { body: { id: 'cs_1', status: 'expired' } }
  return { body: buildSession() }
}

function buildSession(): object {
  const charge = {
    id: 'ch_1',
    amount_captured: 500,
    currency: 'usd',
    amount_refunded: 0,
    disputed: false,
  }
  return {
    id: 'cs_1',
    livemode: false,
    status: sessionStatus,
    payment_status: sessionStatus === 'complete' ? 'paid' : 'unpaid',
    amount_total: 500,
    currency: 'usd',
    metadata: { checkout_id: checkoutId },
    customer_details: { name: 'Ada Lovelace' },
    payment_intent:
      sessionStatus === 'complete' ? { status: 'succeeded', latest_charge: charge } : null,
  }
}

function answerOrder(method: string, path: string, body: string): Reply {
  if (path.endsWith('/capture')) {
    return {
      status: 422,
      body: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] },
    }
  }
  if (method === 'POST') {
    const sent: { purchase_units: { custom_id: string }[] } = JSON.parse(body)
    checkoutId = sent.purchase_units[0]?.custom_id ?? ''
    return { status: 201, body: { id: 'ORDER1' } }
  }
  const amount = { currency_code: 'USD', value: '5.00' }
  const unit = { custom_id: checkoutId, amount }
  return { body: { id: 'ORDER1', status: 'APPROVED', purchase_units: [unit] } }
}

/** Returns the number of requests that the provider gets during `work`. */
async function countCalls(work: () => Promise<unknown>): Promise<number> {
  const before = provider.requests.length
  await work()
  return provider.requests.length - before
}

const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work))

describe('looking up a checkout', () => {
  let begun: BegunCheckout

  beforeEach(async () => {
    begun = await begin(donor, 'stripe')
  })

  test('a hundred times at once asks the provider once', async () => {
    expect(await countCalls(() => times(100, () => fetchCheckout(donor, begun)))).toBe(1)
  })

  test('a hundred times in a row within a second asks the provider once', async () => {
    const calls = await countCalls(async () => {
      for (let count = 0; count < 100; count += 1) {
        await fetchCheckout(donor, begun)
      }
    })
    expect(calls).toBe(1)
  })

  test('at once and again two seconds later asks the provider each time', async () => {
    const calls = await countCalls(async () => {
      await fetchCheckout(donor, begun)
      now += 2_000
      await fetchCheckout(donor, begun)
    })
    expect(calls).toBe(2)
  })

  test('for the first time after the return finds the payment at once', async () => {
    sessionStatus = 'complete'
    expect(await fetchCheckout(donor, begun)).toMatchObject({
      state: 'paid',
      donation: { name: 'Ada' },
    })
  })

  test('shows at once what an event has brought meanwhile', async () => {
    expect((await fetchCheckout(donor, begun)).state).toBe('awaiting_payer')
    await server.database.autocommit
      .updateTable('checkouts')
      .set({ state: 'processing' })
      .where('provider_ref', '=', begun.ref)
      .execute()
    expect((await fetchCheckout(donor, begun)).state).toBe('processing')
  })

  test('while the provider is away tells what is known, and asks no more than otherwise', async () => {
    isAway = true
    const calls = await countCalls(async () => {
      const views = await times(50, () => fetchCheckout(donor, begun))
      expect(new Set(views.map(({ state }) => state))).toEqual(new Set(['awaiting_payer']))
    })
    // One attempt and one retry.
    expect(calls).toBe(2)
    expect(server.log().match(/provider could not be asked/g)).toHaveLength(1)
  })
})

test('looking up many checkouts of one donor asks the provider as often as their budget allows', async () => {
  const { ref } = await begin(donor, 'stripe')
  const { user_id } = await server.database.reader
    .selectFrom('checkouts')
    .selectAll()
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 60 }, (_, index) =>
    buildCheckout({ user_id, provider_ref: `cs_more_${index}`, created_at: now }),
  )
  await Promise.all(rows.map((row) => server.database.write(insertCheckouts, row)))
  const calls = await countCalls(() =>
    Promise.all(rows.map(({ id }) => donor.call({ url: `/api/checkouts/${id}` }))),
  )
  expect(calls).toBeLessThan(60)
  expect(calls).toBeGreaterThan(0)
  expect((await fetchCheckout(donor, { ref })).state).toBe('awaiting_payer')
})

describe('pressing twice', () => {
  test('captures once', async () => {
    const begun = await begin(donor, 'paypal')
    const captures = () => provider.requests.filter(({ path }) => path.endsWith('/capture'))
    const answers = await times(10, () => capture(donor, begun))
    expect(captures()).toHaveLength(1)
    for (const refused of answers) expectError(refused, 409, 'failed-precondition')
  })

  test('cancels once', async () => {
    const begun = await begin(donor, 'stripe')
    const cancel = () => donor.call({ method: 'POST', url: `/api/checkouts/${begun.ref}/cancel` })
    await times(10, cancel)
    await cancel()
    expect(provider.requests.filter(({ path }) => path.endsWith('/expire'))).toHaveLength(1)
  })

  test('and again and again is refused, with a sentence', async () => {
    const begun = await begin(donor, 'paypal')
    let refused = await capture(donor, begun)
    for (let count = 0; refused.statusCode === 409 && count < 40; count += 1) {
      refused = await capture(donor, begun)
    }
    expect(expectError(refused, 429, 'resource-exhausted')).toBe(
      'You are asking about your payments too often. Please wait a moment and try again.',
    )
    expect(refused.headers['retry-after']).toBe('2')
  })
})
