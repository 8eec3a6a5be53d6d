import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { KEYS, TestShop } from '../../tests/test-shop.ts'

let shop: TestShop
let captureId: string

beforeEach(async () => {
  shop = new TestShop()
  await shop.open()
  captureId = await shop.payByWallet()
})

afterEach(() => shop.close())

/** Reads from PayPal's API as the shop; `status` is the HTTP status. */
async function read(path: string) {
  const base = `${shop.url}/_sandbox/paypal`
  const granted = await fetch(`${base}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${KEYS.paypal.clientId}:${KEYS.paypal.clientSecret}`)}`,
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = z.object({ access_token: z.string() }).parse(await granted.json())
  const answer = await fetch(`${base}${path}`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  return { status: answer.status, body: await answer.json() }
}

const readBody = async (path: string) => (await read(path)).body
const readCapture = () => readBody(`/v2/payments/captures/${captureId}`)
const readDispute = (id: string) => readBody(`/v1/customer/disputes/${id}`)

async function readOrder() {
  return readBody(`/v2/checkout/orders/${await orderId()}`)
}

/** Returns the refunds that the order lists. */
async function readListed(): Promise<string[]> {
  const payments = z.object({ refunds: z.array(z.object({ id: z.string() })).default([]) })
  const order = z
    .object({ purchase_units: z.tuple([z.object({ payments })]) })
    .parse(await readOrder())
  return order.purchase_units[0].payments.refunds.map(({ id }) => id)
}

async function orderId(): Promise<string> {
  const capture = z
    .object({ supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }) })
    .parse(await readCapture())
  return capture.supplementary_data.related_ids.order_id
}

/**
 * Returns the cents of the capture that the account has, and those that are refunded or disputed.
 */
async function sums(id = captureId) {
  const payment = (await shop.listPayments())['paypal']?.find(({ paymentId }) => paymentId === id)
  return [payment?.['capturedCents'], payment?.['refundedCents'], payment?.['disputedCents']]
}

const openDispute = (body: object = {}) =>
  shop.create('/paypal/disputes', { transactions: [{ captureId }], ...body })
const resolve = (disputeId: string, outcome: string, body: object = {}) =>
  shop.requireControl('/paypal/disputes/resolve', { disputeId, outcome, ...body })

const usd = (value: string) => ({ currency_code: 'USD', value })

describe('a dispute that the seller settles by a refund', () => {
  test.each([true, false])('costs once what it was over (listed: %s)', async (isListed) => {
    const disputeId = await openDispute({ amountCents: 300 })
    expect(await readDispute(disputeId)).toMatchObject({ dispute_amount: usd('3.00') })
    expect(await sums()).toEqual([500, 0, 300])
    const refundId = await shop.create('/paypal/disputes/refund', {
      disputeId,
      captureId,
      isListed,
    })
    expect(await sums()).toEqual([500, 300, 0])
    await resolve(disputeId, 'RESOLVED_BUYER_FAVOUR')
    expect(await sums()).toEqual([500, 300, 0])
    expect(await readDispute(disputeId)).toMatchObject({
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: usd('3.00') },
    })
    expect(await readCapture()).toMatchObject({ status: 'PARTIALLY_REFUNDED' })
    expect(await readBody(`/v2/payments/refunds/${refundId}`)).toMatchObject({ id: refundId })
    expect(await readListed()).toEqual(isListed ? [refundId] : [])
  })

  test('in part, gives back the rest of what was held', async () => {
    const disputeId = await openDispute()
    await shop.create('/paypal/disputes/refund', { disputeId, captureId, amountCents: 120 })
    expect(await sums()).toEqual([500, 120, 380])
    await resolve(disputeId, 'RESOLVED_WITH_PAYOUT')
    expect(await sums()).toEqual([500, 120, 0])
    expect(await readDispute(disputeId)).toMatchObject({
      dispute_outcome: { outcome_code: 'RESOLVED_WITH_PAYOUT', amount_refunded: usd('1.20') },
    })
  })

  test('may be settled by a refund of the capture, if of all of it', async () => {
    const disputeId = await openDispute({ amountCents: 300 })
    const partly = { provider: 'paypal', captureId, amountCents: 100 }
    expect((await shop.control('/refunds', partly)).status).toBe(400)
    await shop.requireControl('/refunds', { provider: 'paypal', captureId })
    await resolve(disputeId, 'RESOLVED_BUYER_FAVOUR')
    expect(await sums()).toEqual([500, 500, 0])
  })
})

describe('a dispute', () => {
  test.each([
    ['RESOLVED_BUYER_FAVOUR', {}, [500, 0, 300]],
    ['RESOLVED_BUYER_FAVOUR', { refundedCents: 100 }, [500, 0, 100]],
    ['RESOLVED_BUYER_FAVOUR', { isListed: true }, [500, 300, 0]],
    ['ACCEPTED', {}, [500, 0, 300]],
    ['RESOLVED_SELLER_FAVOUR', {}, [500, 0, 0]],
    ['RESOLVED_WITH_PAYOUT', { refundedCents: 300 }, [500, 0, 0]],
    ['CANCELED_BY_BUYER', {}, [500, 0, 0]],
    ['DENIED', {}, [500, 0, 0]],
  ])('of 300 cents that ends as %s %j leaves %j', async (outcome, payout, left) => {
    await resolve(await openDispute({ amountCents: 300 }), outcome, payout)
    expect(await sums()).toEqual(left)
  })

  test('over several transactions takes from each what was paid there', async () => {
    const other = await shop.payByWallet()
    const disputeId = await shop.create('/paypal/disputes', {
      transactions: [{ foreignCents: 700 }, { captureId }, { captureId: other }],
    })
    expect(await readDispute(disputeId)).toMatchObject({
      dispute_amount: usd('17.00'),
      disputed_transactions: [
        { gross_amount: usd('7.00') },
        { seller_transaction_id: captureId, gross_amount: usd('5.00') },
        { seller_transaction_id: other },
      ],
    })
    expect(await sums()).toEqual([500, 0, 500])
    expect(await sums(other)).toEqual([500, 0, 500])
    const query = `disputed_transaction_id=${other}`
    expect(await readBody(`/v1/customer/disputes?${query}`)).toMatchObject({
      items: [{ dispute_id: disputeId }],
    })
  })

  test('may change its amount', async () => {
    const disputeId = await openDispute({ amountCents: 400 })
    await shop.requireControl('/paypal/disputes/change', { disputeId, amountCents: 100 })
    expect(await sums()).toEqual([500, 0, 100])
    await shop.requireControl('/paypal/disputes/change', { disputeId, amountCents: 450 })
    expect(await sums()).toEqual([500, 0, 450])
    expect(await readDispute(disputeId)).toMatchObject({ dispute_amount: usd('4.50') })
    await expect.poll(() => shop.events).toContain('CUSTOMER.DISPUTE.UPDATED')
  })

  test('may be an inquiry that becomes a claim, and holds its money in both', async () => {
    const disputeId = await openDispute({ stage: 'INQUIRY' })
    expect(await readDispute(disputeId)).toMatchObject({ dispute_life_cycle_stage: 'INQUIRY' })
    expect(await sums()).toEqual([500, 0, 500])
    await shop.requireControl('/paypal/disputes/change', { disputeId, stage: 'CHARGEBACK' })
    expect(await readDispute(disputeId)).toMatchObject({ dispute_life_cycle_stage: 'CHARGEBACK' })
    expect(await sums()).toEqual([500, 0, 500])
  })

  test.each(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_BUYER_FAVOUR'])(
    'may be opened again after %s',
    async (outcome) => {
      const disputeId = await openDispute({ amountCents: 300 })
      await resolve(disputeId, outcome)
      await shop.requireControl('/paypal/disputes/reopen', { disputeId })
      expect(await readDispute(disputeId)).toMatchObject({ status: 'UNDER_REVIEW' })
      expect(await sums()).toEqual([500, 0, 300])
      await resolve(disputeId, 'RESOLVED_SELLER_FAVOUR')
      expect(await sums()).toEqual([500, 0, 0])
    },
  )

  test('may have its capture read PENDING while it is open', async () => {
    const disputeId = await openDispute({ holdsCaptures: true })
    expect(await readCapture()).toMatchObject({
      status: 'PENDING',
      status_details: { reason: 'BUYER_COMPLAINT' },
    })
    await resolve(disputeId, 'DENIED')
    expect(await readCapture()).toMatchObject({ status: 'COMPLETED' })
  })
})

describe('money that goes back', () => {
  test.each([
    [500, 'REFUNDED'],
    [200, 'PARTIALLY_REFUNDED'],
  ])('%i cents by the bank is told by an event and by %s', async (amountCents, status) => {
    await shop.requireControl('/paypal/reversals', { captureId, amountCents })
    await expect.poll(() => shop.events).toContain('PAYMENT.CAPTURE.REVERSED')
    expect(await readCapture()).toMatchObject({ status })
    expect(await readListed()).toEqual([])
    expect(await sums()).toEqual([500, amountCents, 0])
  })

  test('may never be listed by its order', async () => {
    const refundId = await shop.create('/paypal/refunds', { captureId, isListed: false })
    expect(await readListed()).toEqual([])
    expect(await readCapture()).toMatchObject({ status: 'REFUNDED' })
    expect(await readBody(`/v2/payments/refunds/${refundId}`)).toMatchObject({ id: refundId })
  })

  test.each(['FAILED', 'CANCELLED'])('comes again if its refund is %s', async (outcome) => {
    const refundId = await shop.create('/paypal/refunds', { captureId, status: 'PENDING' })
    expect(await readCapture()).toMatchObject({ status: 'REFUNDED' })
    await shop.requireControl('/paypal/refunds/outcome', { refundId, outcome })
    await expect.poll(() => shop.events).toContain('PAYMENT.REFUND.FAILED')
    expect(await readBody(`/v2/payments/refunds/${refundId}`)).toMatchObject({ status: outcome })
    expect(await readCapture()).toMatchObject({ status: 'COMPLETED' })
    expect(await sums()).toEqual([500, 0, 0])
  })
})

describe('what PayPal shows', () => {
  test('may be without what is new, until a while later', async () => {
    await shop.requireControl('/paypal/lag', { mostMs: 3_600_000 })
    const refundId = await shop.create('/paypal/refunds', { captureId })
    const disputeId = await shop.create('/paypal/disputes', {
      transactions: [{ captureId: await shop.payByWallet() }],
    })
    expect((await read(`/v2/payments/refunds/${refundId}`)).status).toBe(404)
    expect((await read(`/v1/customer/disputes/${disputeId}`)).status).toBe(404)
    expect(await readBody('/v1/customer/disputes')).toMatchObject({ items: [] })
    expect(await readListed()).toEqual([])
    await shop.requireControl('/clock', { advanceMs: 3_600_000 })
    expect(await readListed()).toEqual([refundId])
    expect((await read(`/v2/payments/refunds/${refundId}`)).status).toBe(200)
    expect((await read(`/v1/customer/disputes/${disputeId}`)).status).toBe(200)
  })

  test('may be neither an order nor its capture', async () => {
    await shop.requireControl('/paypal/lag', { mostMs: 3_600_000 })
    const late = await shop.payByWallet()
    const payment = (await shop.listPayments())['paypal']?.find((one) => one['paymentId'] === late)
    const readLate = () => read(`/v2/checkout/orders/${String(payment?.['ref'])}`)
    expect((await read(`/v2/payments/captures/${late}`)).status).toBe(404)
    expect((await readLate()).status).toBe(404)
    await shop.requireControl('/clock', { advanceMs: 3_600_000 })
    expect(await readLate()).toMatchObject({ body: { status: 'COMPLETED' } })
    expect((await read(`/v2/payments/captures/${late}`)).status).toBe(200)
  })

  test('may be no order any more, and its capture still', async () => {
    const id = await orderId()
    await shop.requireControl('/paypal/orders/forget', { orderId: id })
    expect((await read(`/v2/checkout/orders/${id}`)).status).toBe(404)
    await shop.requireControl('/paypal/refunds', { captureId })
    expect(await readCapture()).toMatchObject({ status: 'REFUNDED' })
  })

  test.each([
    ['REFUSED', 'DECLINED'],
    ['BROKEN', 'FAILED'],
  ])('of a payer named %s is a capture that is %s', async (surname, status) => {
    captureId = await shop.payByWallet(surname)
    expect(await readCapture()).toMatchObject({ status })
    expect(await sums()).toEqual([undefined, undefined, undefined])
  })
})
