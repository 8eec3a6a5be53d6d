import { expect, test } from 'vitest'
import { netOf } from '../reading/money-effects.ts'
import { toMovements } from '../reading/movements.ts'
import { toMovedDispute } from './disputes.ts'
import { disputeSchema } from './schemas.ts'

/** A dispute over a charge of 1,000 cents, and what is left of the charge. */
interface Case {
  status: string
  amount?: number
  currency?: string
  /** Cents that the dispute moved on the account's balance, in US dollars by default. */
  funds?: (number | [cents: number, currency: string])[]
  left: number
}

const CASES: Record<string, Case> = {
  'an inquiry': { status: 'warning_needs_response', left: 1_000 },
  'an inquiry that is looked at': { status: 'warning_under_review', left: 1_000 },
  'an inquiry that is closed': { status: 'warning_closed', left: 1_000 },
  'a prevented dispute': { status: 'prevented', left: 1_000 },
  'a prevented dispute that took money all the same': {
    status: 'prevented',
    funds: [-1_000],
    left: 0,
  },
  'an open dispute, before its entry is there': { status: 'needs_response', left: 0 },
  'an open dispute': { status: 'needs_response', funds: [-1_000], left: 0 },
  'one over a part': { status: 'under_review', amount: 400, funds: [-400], left: 600 },
  'one that took another amount than it is over': {
    status: 'needs_response',
    amount: 400,
    funds: [-1_000],
    left: 0,
  },
  'a won dispute': { status: 'won', funds: [-1_000, 1_000], left: 1_000 },
  'a won dispute without entries': { status: 'won', left: 1_000 },
  'a won dispute whose money is not back yet': { status: 'won', funds: [-1_000], left: 0 },
  'a won dispute of which less came back': { status: 'won', funds: [-1_000, 900], left: 900 },
  'a lost dispute': { status: 'lost', funds: [-1_000], left: 0 },
  'a lost dispute without entries': { status: 'lost', left: 0 },
  'a lost dispute of which a part came back': { status: 'lost', funds: [-1_000, 600], left: 600 },
  'one that was won and is open again': {
    status: 'needs_response',
    funds: [-1_000, 1_000, -1_000],
    left: 0,
  },
  'an appeal': { status: 'appeal_under_review', funds: [-1_000], left: 0 },
  'a status that is new, and took money': { status: 'mediation', funds: [-700], left: 300 },
  'a status that is new, and took none': { status: 'mediation', left: 1_000 },
  'one in another currency that took dollars': {
    status: 'needs_response',
    amount: 920,
    currency: 'eur',
    funds: [-1_000],
    left: 0,
  },
  'one of an account that settles in another currency': {
    status: 'lost',
    funds: [[-920, 'eur']],
    left: 0,
  },
}

test.each(Object.entries(CASES))('%s leaves what it should', (_, dispute) => {
  const { left, funds = [], ...stated } = dispute
  const moved = toMovedDispute(
    disputeSchema.parse({
      id: 'dp_1',
      amount: 1_000,
      currency: 'usd',
      created: 1,
      ...stated,
      balance_transactions: funds.map((fund) =>
        typeof fund === 'number'
          ? { amount: fund, currency: 'usd' }
          : { amount: fund[0], currency: fund[1] },
      ),
    }),
    () => {},
  )
  const capture = { kind: 'capture' as const, amountCents: 1_000 }
  expect(netOf([capture, ...toMovements('Stripe', [moved])])).toBe(left)
})

test('a status that is new is noted', () => {
  const noted: string[] = []
  const dispute = { id: 'dp_1', amount: 1, currency: 'usd', created: 1, status: 'mediation' }
  toMovedDispute(disputeSchema.parse(dispute), (what, value) => noted.push(`${what}: ${value}`))
  expect(noted).toEqual(['dispute status: mediation'])
})
