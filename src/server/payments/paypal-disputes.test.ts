import { describe, expect, test } from 'vitest'
import { netOf } from './money-effects.ts'
import { toMovements, type MovedMoney } from './movements.ts'
import { toDisputeId, toMovedDisputes, toShare } from './paypal-disputes.ts'
import { disputeSchema } from './paypal-schemas.ts'

const HOUR_MS = 60 * 60 * 1000
const time = (hour: number) => new Date(hour * HOUR_MS).toISOString()
const USD = (cents: number) => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) })

interface Told {
  cents?: number
  opened?: number
  /** The hour at which it was resolved. */
  resolved?: number
  outcome?: string
  refundedCents?: number
  transactions?: object[]
}

const dispute = (told: Told) =>
  disputeSchema.parse({
    dispute_id: `PP-D-${told.opened ?? 10}`,
    create_time: time(told.opened ?? 10),
    update_time: time(told.resolved ?? told.opened ?? 10),
    status: told.resolved === undefined ? 'OPEN' : 'RESOLVED',
    dispute_amount: USD(told.cents ?? 400),
    disputed_transactions: told.transactions ?? [{ seller_transaction_id: 'OURS' }],
    ...(told.outcome && {
      dispute_outcome: {
        outcome_code: told.outcome,
        ...(told.refundedCents !== undefined && { amount_refunded: USD(told.refundedCents) }),
      },
    }),
  })

const refund = (hour: number, amountCents: number): MovedMoney => ({
  objectId: `R${hour}`,
  amountCents,
  currency: 'USD',
  createdAt: hour * HOUR_MS,
  outcome: 'refunded',
})

/** What is left of a payment of 1,000 cents. */
function whatIsLeft(disputes: Told[], refunds: MovedMoney[] = []): number {
  const shares = disputes.flatMap((told) => toShare(dispute(told), 'OURS') ?? [])
  const moved = [...refunds, ...toMovedDisputes(shares, refunds)]
  return 1_000 + netOf(toMovements('PayPal', moved))
}

const LOST = { resolved: 20, outcome: 'RESOLVED_BUYER_FAVOUR' }

describe('what is left of 1,000 cents', () => {
  test.each<[rule: string, disputes: Told[], refunds: MovedMoney[], left: number]>([
    ['an open dispute holds its amount', [{}], [], 600],
    ['a won dispute holds nothing', [{ resolved: 20, outcome: 'DENIED' }], [], 1_000],
    ['a lost dispute took its amount', [LOST], [], 600],
    ['a dispute lost in part took that part', [{ ...LOST, refundedCents: 150 }], [], 850],
    ['a refund settles an open dispute', [{}], [refund(12, 400)], 600],
    ['a refund of less leaves the rest held', [{}], [refund(12, 100)], 600],
    ['a refund of more takes the rest besides', [{}], [refund(12, 700)], 300],
    ['a refund before the dispute has nothing to do with it', [{}], [refund(8, 300)], 300],
    ['a payout that is listed as a refund is taken once', [LOST], [refund(20, 400)], 600],
    ['a payout that is listed a little later, too', [LOST], [refund(20.5, 400)], 600],
    ['a refund long after a lost dispute is another one', [LOST], [refund(60, 300)], 300],
    ['a refund of another sum just after it is another one', [LOST], [refund(20.5, 300)], 300],
    [
      'a refund settles the earlier of two disputes',
      [{ opened: 10 }, { opened: 11 }],
      [refund(12, 400)],
      200,
    ],
    [
      'a refund while a dispute is open that is won later stays',
      [{ resolved: 20, outcome: 'RESOLVED_SELLER_FAVOUR' }],
      [refund(12, 400)],
      600,
    ],
    [
      'an end that nobody knows leaves the money away',
      [{ resolved: 20, outcome: 'LENT' }],
      [],
      600,
    ],
    [
      'an end that nobody knows, with a sum, took that sum',
      [{ resolved: 20, outcome: 'LENT', refundedCents: 100 }],
      [],
      900,
    ],
  ])('%s', (_rule, disputes, refunds, left) => {
    expect(whatIsLeft(disputes, refunds)).toBe(left)
  })
})

describe('a dispute over several payments', () => {
  const transactions = [
    { seller_transaction_id: 'FOREIGN', gross_amount: USD(300) },
    { seller_transaction_id: 'OURS', gross_amount: USD(700) },
    { seller_transaction_id: 'ALSO', gross_amount: USD(500) },
  ]
  const shareOf = (told: Told, id: string) => toShare(dispute({ ...told, transactions }), id)

  test('takes from each what was paid there', () => {
    const ids = ['FOREIGN', 'OURS', 'ALSO']
    const shares = ids.map((id) => shareOf({ cents: 1_500 }, id)?.heldCents)
    expect(shares).toEqual([300, 700, 500])
  })

  test('takes no more in all than is disputed', () => {
    expect(shareOf({ cents: 800 }, 'OURS')?.heldCents).toBe(500)
    expect(shareOf({ cents: 800 }, 'ALSO')?.heldCents).toBe(0)
  })

  test('lost in part takes from each its part, in order', () => {
    const lost = { ...LOST, cents: 1_500, refundedCents: 800 }
    expect(shareOf(lost, 'OURS')?.heldCents).toBe(500)
  })

  test('is an object of its own for each, and leads back to the dispute', () => {
    const ids = ['OURS', 'ALSO'].map((id) => shareOf({}, id)?.objectId ?? '')
    expect(new Set(ids).size).toBe(2)
    expect(ids.map(toDisputeId)).toEqual(['PP-D-10', 'PP-D-10'])
  })

  test('is nothing to a payment that it does not name', () => {
    expect(shareOf({}, 'OTHER')).toBeUndefined()
  })
})
