import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Movement, PaymentProvider } from '#server/payments/provider.ts'
import { buildPaymentRequest, PAYMENT_PROVIDERS } from '../helpers/providers/payment-providers.ts'
import { openTestSandbox, type TestSandbox } from '../helpers/providers/payment-sandbox.ts'
import { createForeign } from '../helpers/app/provider-accounts.ts'

/**
 * One more than a page: Stripe lists 100 at once; PayPal 50 disputes, and refunds with their order.
 */
const OVER_ONE_PAGE = { stripe: 101, paypal: 51 }

const createdSchema = z.object({ id: z.string() })

describe.each(PAYMENT_PROVIDERS)('$name', ({ name, connect }) => {
  let sandbox: TestSandbox
  let provider: PaymentProvider

  beforeEach(async () => {
    sandbox = await openTestSandbox()
    provider = connect({ apiBase: sandbox.apiBase[name] })
  })

  afterEach(() => sandbox.close())

  async function pay(amountCents = 500) {
    const request = buildPaymentRequest({ amountCents })
    const { ref, url } = await provider.start(request)
    await sandbox.payers[name].pay(ref, url)
    return { ...request, ref, url, captureId: await requireCapture(ref, request.idempotencyKey) }
  }

  async function requireCapture(ref: string, key: string): Promise<string> {
    const payment = await provider.capture(ref, key)
    if (payment.status !== 'paid') throw new Error(`The payment is ${payment.status}.`)
    return payment.capture.id
  }

  const findMovements = async (payment: { ref: string; captureId: string }) =>
    (await provider.findHistory({ ...payment, refundedCents: null, expected: [] })).movements

  /** Creates a refund or dispute in the sandbox; returns its id. */
  async function make(path: '/refunds' | '/disputes', captureId: string, body: object = {}) {
    const made = await sandbox.control(path, { provider: name, paymentId: captureId, ...body })
    return createdSchema.parse(made).id
  }

  const refund = (captureId: string, body?: object) => make('/refunds', captureId, body)
  const dispute = (captureId: string, body?: object) => make('/disputes', captureId, body)

  const told = (objectId: string, amountCents: number, ...kinds: Movement['kind'][]): Movement[] =>
    kinds.map((kind) => ({ kind, objectId, amountCents }))

  describe('what became of the money', () => {
    test('is nothing at first', async () => {
      const payment = await pay()
      expect(await findMovements(payment)).toEqual([])
      expect(await provider.find(payment.ref)).toMatchObject({ status: 'paid', hasMoved: false })
    })

    test('of another payment is not told of this one', async () => {
      const [one, other] = [await pay(), await pay()]
      await refund(other.captureId)
      await dispute((await pay()).captureId)
      expect(await findMovements(one)).toEqual([])
    })

    test('is each refund, in the order in which they came', async () => {
      const payment = await pay()
      const first = await refund(payment.captureId, { amountCents: 120 })
      const second = await refund(payment.captureId)
      const movements = [...told(first, 120, 'refund'), ...told(second, 380, 'refund')]
      expect(await findMovements(payment)).toEqual(movements)
      expect(await provider.find(payment.ref)).toMatchObject({ status: 'paid', hasMoved: true })
    })

    test('of a refund that is under way has left', async () => {
      const payment = await pay()
      const id = await refund(payment.captureId, { status: 'pending' })
      expect(await findMovements(payment)).toEqual(told(id, 500, 'refund'))
    })

    test('of a refund that failed has left and come back', async () => {
      const payment = await pay()
      const id = await refund(payment.captureId, { amountCents: 200, status: 'pending' })
      await sandbox.control('/refunds/outcome', { provider: name, refundId: id, outcome: 'failed' })
      const movements = told(id, 200, 'refund', 'refund_reversal')
      expect(await findMovements(payment)).toEqual(movements)
    })

    test('of a dispute is away while it is open, also under review', async () => {
      const payment = await pay()
      const disputeId = await dispute(payment.captureId)
      const movements = told(disputeId, 500, 'dispute_open')
      expect(await findMovements(payment)).toEqual(movements)
      await sandbox.control('/disputes/review', { provider: name, disputeId })
      expect(await findMovements(payment)).toEqual(movements)
    })

    test.each([
      ['won', 'dispute_won'],
      ['lost', 'dispute_lost'],
    ] as const)('of a dispute that was %s ends with %s', async (outcome, kind) => {
      const payment = await pay()
      const disputeId = await dispute(payment.captureId)
      await sandbox.control('/disputes/outcome', { provider: name, disputeId, outcome })
      const movements = told(disputeId, 500, 'dispute_open', kind)
      expect(await findMovements(payment)).toEqual(movements)
    })

    test('of a dispute after a refund is what the refund left', async () => {
      const payment = await pay()
      const refundId = await refund(payment.captureId, { amountCents: 200 })
      await sandbox.control('/clock', { advanceMs: 1_000 })
      const disputeId = await dispute(payment.captureId)
      const movements = [...told(refundId, 200, 'refund'), ...told(disputeId, 300, 'dispute_open')]
      expect(await findMovements(payment)).toEqual(movements)
    })

    test('is listed completely, however long the list', async () => {
      const payment = await pay(10_000)
      await sandbox.control('/webhook-faults', { drop: true })
      const many = OVER_ONE_PAGE[name]
      for (let count = 0; count < many; count += 1) {
        await refund(payment.captureId, { amountCents: 1 })
        await dispute(payment.captureId, { outcome: 'won' })
      }
      const kinds = (await findMovements(payment)).map(({ kind }) => kind)
      const counts = new Map([...Map.groupBy(kinds, (kind) => kind)].map(([k, v]) => [k, v.length]))
      expect(Object.fromEntries(counts)).toEqual({
        refund: many,
        dispute_open: many,
        dispute_won: many,
      })
    })
  })

  describe('the owner of a capture', () => {
    test('is our checkout, by the session or order that brought it', async () => {
      const { ref, checkoutId, captureId } = await pay()
      const owner = { ref, checkoutId, isMarked: true }
      expect(await provider.findOwner({ paymentRef: null, captureId })).toEqual(owner)
      expect(await provider.findOwner({ paymentRef: ref, captureId: null })).toEqual(owner)
    })

    test('is nobody of ours where other software made the payment', async () => {
      const foreign = await createForeign(sandbox, name, { amountCents: 500, currency: 'USD' })
      await sandbox.payers[name].pay(foreign.ref, foreign.url)
      const captureId = await requireCapture(foreign.ref, 'key-1')
      expect(await provider.findOwner({ paymentRef: null, captureId })).toBeUndefined()
      expect(await provider.findOwner({ paymentRef: foreign.ref, captureId: null })).toBeUndefined()
    })

    test('is nobody of another installation, which shares the account', async () => {
      const { ref, captureId } = await pay()
      const other = connect({ apiBase: sandbox.apiBase[name], installationId: 'another' })
      expect(await other.findOwner({ paymentRef: null, captureId })).toBeUndefined()
      expect(await other.findOwner({ paymentRef: ref, captureId: null })).toBeUndefined()
      expect(await other.find(ref)).toMatchObject({ checkoutId: null })
    })

    test('is not found where the provider does not know the capture', async () => {
      await expect(
        provider.findOwner({ paymentRef: null, captureId: 'unknown' }),
      ).rejects.toMatchObject({ code: 'not-found' })
    })
  })

  describe('a payment that is cancelled', () => {
    test('can no longer be paid, where the provider has such a thing', async () => {
      const { ref, url } = await provider.start(buildPaymentRequest())
      await provider.cancel(ref)
      await provider.cancel(ref)
      await sandbox.payers[name].pay(ref, url)
      const { status } = await provider.find(ref)
      expect(status).toBe(name === 'stripe' ? 'expired' : 'approved')
    })

    test('after it was made stays made', async () => {
      const { ref } = await pay()
      await provider.cancel(ref)
      expect(await provider.find(ref)).toMatchObject({ status: 'paid' })
    })

    test.runIf(name === 'stripe')(
      'while the answer is lost is cancelled all the same',
      async () => {
        const { ref } = await provider.start(buildPaymentRequest())
        const fault = { provider: name, fault: 'cut', path: '/expire', times: 1 }
        await sandbox.control('/faults', fault)
        await provider.cancel(ref)
        expect(await provider.find(ref)).toMatchObject({ status: 'expired' })
      },
    )
  })
})
