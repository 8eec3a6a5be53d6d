import { describe, expect, test } from 'vitest'
import { netOf } from '../reading/money-effects.ts'
import { toMovements, type MovedMoney } from '../reading/movements.ts'
import { toDisputeId, toMovedDisputes, toShare } from './disputes.ts'
import { disputeSchema } from './api/schemas.ts'

const HOUR_MS = 60 * 60 * 1000
const time = (hour: number) => new Date(hour * HOUR_MS).toISOString()
const USD = (cents: number) => ({ currency_code: 'USD', value: (cents / 100).toFixed(2) })

interface DisputeCase {
  cents?: number
  opened?: number
  /** The hour at which it was resolved; absent while it is open. */
  resolved?: number
  outcome?: string
  refundedCents?: number
  transactions?: object[]
  movements?: [party: string, type: string, cents: number, reason?: string][]
}

const dispute = (given: DisputeCase) =>
  disputeSchema.parse({
    dispute_id: `PP-D-${given.opened ?? 10}`,
    create_time: time(given.opened ?? 10),
    update_time: time(given.resolved ?? given.opened ?? 10),
    status: given.resolved === undefined ? 'OPEN' : 'RESOLVED',
    dispute_amount: USD(given.cents ?? 400),
    money_movements: given.movements?.map(([affected_party, type, cents, reason]) => ({
      affected_party,
      type,
      amount: USD(cents),
      reason: reason ?? 'DISPUTE_SETTLEMENT',
    })),
    disputed_transactions: given.transactions ?? [{ seller_transaction_id: 'OURS' }],
    ...(given.outcome && {
      dispute_outcome: {
        outcome_code: given.outcome,
        ...(given.refundedCents !== undefined && { amount_refunded: USD(given.refundedCents) }),
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

/** Returns what is left of a payment of 1,000 cents. */
function sumLeft(disputes: DisputeCase[], refunds: MovedMoney[] = []): number {
  const shares = disputes.flatMap((given) => toShare(dispute(given), 'OURS') ?? [])
  const moved = [...refunds, ...toMovedDisputes(shares, refunds)]
  return 1_000 + netOf(toMovements('PayPal', moved))
}

const BUYER_CREDIT: [string, string, number] = ['BUYER', 'CREDIT', 400]

const LOST = { resolved: 20, outcome: 'RESOLVED_BUYER_FAVOUR' }

describe('what is left of 1,000 cents', () => {
  test.each<[rule: string, disputes: DisputeCase[], refunds: MovedMoney[], left: number]>([
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
    [
      'what the seller was debited counts, whatever the payer got',
      [{ ...LOST, refundedCents: 400, movements: [BUYER_CREDIT, ['SELLER', 'DEBIT', 250]] }],
      [],
      750,
    ],
    [
      'what the seller was credited again counts',
      [
        {
          ...LOST,
          movements: [
            ['SELLER', 'DEBIT', 400],
            ['SELLER', 'CREDIT', 300],
          ],
        },
      ],
      [],
      900,
    ],
    [
      'a fee is not the donation’s',
      [
        {
          ...LOST,
          movements: [
            ['SELLER', 'DEBIT', 100],
            ['SELLER', 'DEBIT', 20, 'DISPUTE_FEE'],
          ],
        },
      ],
      [],
      900,
    ],
    [
      'what PayPal itself paid took nothing',
      [
        {
          ...LOST,
          refundedCents: 400,
          movements: [BUYER_CREDIT, ['PAYMENT_PROCESSOR', 'DEBIT', 400]],
        },
      ],
      [],
      1_000,
    ],
    [
      'what PayPal itself paid a part of took the rest',
      [
        {
          ...LOST,
          refundedCents: 400,
          movements: [BUYER_CREDIT, ['PAYMENT_PROCESSOR', 'DEBIT', 300]],
        },
      ],
      [],
      900,
    ],
    [
      'movements that do not say who paid tell nothing',
      [{ ...LOST, refundedCents: 150, movements: [BUYER_CREDIT] }],
      [],
      850,
    ],
    [
      'an end that nobody knows, with movements, took what was debited',
      [{ resolved: 20, outcome: 'LENT', movements: [['SELLER', 'DEBIT', 100]] }],
      [],
      900,
    ],
    [
      'PayPal’s payout takes nothing',
      [{ resolved: 20, outcome: 'RESOLVED_WITH_PAYOUT', refundedCents: 400 }],
      [],
      1_000,
    ],
    [
      'PayPal’s payout takes what was debited for it',
      [{ resolved: 20, outcome: 'RESOLVED_WITH_PAYOUT', movements: [['SELLER', 'DEBIT', 100]] }],
      [],
      900,
    ],
  ])('%s', (_rule, disputes, refunds, left) => {
    expect(sumLeft(disputes, refunds)).toBe(left)
  })
})

describe('a dispute over several payments', () => {
  const transactions = [
    { seller_transaction_id: 'FOREIGN', gross_amount: USD(300) },
    { seller_transaction_id: 'OURS', gross_amount: USD(700) },
    { seller_transaction_id: 'ALSO', gross_amount: USD(500) },
  ]
  const shareOf = (given: DisputeCase, id: string) =>
    toShare(dispute({ ...given, transactions }), id)

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

  test('lost in part takes from each what was refunded there meanwhile', () => {
    const lost = dispute({ ...LOST, cents: 1_500, refundedCents: 750, transactions })
    const share = (id: string, refundedCents: number) =>
      toShare(lost, id, [refund(12, refundedCents)])
    expect(share('OURS', 350)).toMatchObject({ heldCents: 350, doubt: undefined })
    expect(share('ALSO', 400)).toMatchObject({ heldCents: 400, doubt: undefined })
  })

  test.each<[rule: string, given: DisputeCase, refunds: MovedMoney[], isDoubted: boolean]>([
    ['open, it leaves no doubt', { cents: 800 }, [], false],
    ['lost whole, it leaves no doubt', { ...LOST, cents: 1_500 }, [], false],
    ['won, it leaves no doubt', { cents: 800, resolved: 20, outcome: 'DENIED' }, [], false],
    ['lost in part, it leaves a doubt', { ...LOST, cents: 1_500, refundedCents: 800 }, [], true],
    [
      'lost in part, an earlier refund tells nothing',
      { ...LOST, cents: 1_500, refundedCents: 800 },
      [refund(8, 300)],
      true,
    ],
    [
      'lost in part, a refund of more than was lost tells nothing',
      { ...LOST, cents: 1_500, refundedCents: 300 },
      [refund(12, 400)],
      true,
    ],
  ])('%s', (_rule, given, refunds, isDoubted) => {
    const share = toShare(dispute({ ...given, transactions }), 'OURS', refunds)
    expect(share?.doubt !== undefined).toBe(isDoubted)
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

describe('an outcome that nobody knows', () => {
  const doubtOf = (given: Partial<DisputeCase>) =>
    toShare(dispute({ resolved: 20, outcome: 'LENT', ...given }), 'OURS')?.doubt

  test('is told to the host', () => {
    expect(doubtOf({})).toContain('PP-D-10 in a way that is new here (LENT)')
    expect(doubtOf({ refundedCents: 100 })).toContain('LENT')
  })

  test('does not matter if the movements say what was taken', () => {
    expect(doubtOf({ movements: [['SELLER', 'DEBIT', 100]] })).toBeUndefined()
  })
})
