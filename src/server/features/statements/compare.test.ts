import { describe, expect, test } from 'vitest'
import type { LedgerKind } from '#server/infra/database/schema/schema.ts'
import type { PaymentEntry } from '#server/features/ledger/ledger.ts'
import { compare, type ComparedLine, type Recency } from './compare.ts'

const RECENT = 1_000
const RECENCY: Recency = { entriesSince: RECENT, linesSince: RECENT, mayOmitHolds: false }

function entry(kind: LedgerKind, amountCents: number, given: Partial<PaymentEntry> = {}) {
  return { checkoutId: 'c', kind, objectId: 'ch_1', amountCents, createdAt: 1, ...given }
}

function line(grossCents: number, given: Partial<ComparedLine> = {}): ComparedLine {
  return { objectId: 'ch_1', at: 1, grossCents, currency: 'USD', ...given }
}

const CAPTURE = entry('capture', 500)
const OLD_DISPUTE = entry('dispute_open', 500, { objectId: 'dp_1' })
const NEW_DISPUTE = { ...OLD_DISPUTE, createdAt: RECENT }

function judge(entries: PaymentEntry[], lines: ComparedLine[], recency: Partial<Recency> = {}) {
  return compare({ entries, lines }, { ...RECENCY, ...recency }).result
}

test('the same sums agree, whichever lines and entries make them', () => {
  const entries = [CAPTURE, entry('refund', 200, { objectId: 're_1#2' })]
  expect(compare({ entries, lines: [line(500), line(-100), line(-100)] }, RECENCY)).toEqual({
    result: 'agrees',
    statementCents: 300,
    ledgerCents: 300,
  })
})

test('a cent is a drift', () => {
  expect(judge([CAPTURE], [line(499)])).toBe('drift')
  expect(judge([CAPTURE], [])).toBe('drift')
  expect(judge([], [line(500)])).toBe('drift')
})

test('another currency is no drift, and no agreement', () => {
  expect(judge([CAPTURE], [line(500, { currency: 'EUR' })])).toBe('other-currency')
})

describe('what is recent', () => {
  const refund = entry('refund', 200, { objectId: 're_1', createdAt: RECENT })

  test('may be missing on the statement', () => {
    expect(judge([CAPTURE, refund], [line(500)])).toBe('waiting')
  })

  test('may be missing in the ledger', () => {
    expect(judge([], [line(500, { at: RECENT })])).toBe('waiting')
  })

  test('may be missing on both sides, each something else', () => {
    const dispute = line(-300, { objectId: 'dp_1', at: RECENT })
    expect(judge([CAPTURE, refund], [line(500), dispute])).toBe('waiting')
  })

  test('and is on both sides must be the same', () => {
    expect(judge([{ ...CAPTURE, createdAt: RECENT }], [line(450, { at: RECENT })])).toBe('drift')
  })

  test('excuses no difference that it does not make', () => {
    expect(judge([CAPTURE, refund], [line(450)])).toBe('drift')
  })

  test('and comes back may still be missing where its way out is there', () => {
    const back = entry('dispute_won', 500, { objectId: 'dp_1', createdAt: RECENT })
    const taken = line(-500, { objectId: 'dp_1' })
    expect(judge([CAPTURE, OLD_DISPUTE, back], [line(500), taken])).toBe('waiting')
  })
})

describe('where a dispute may be open without a hold', () => {
  const recency = { mayOmitHolds: true }

  test('a statement with the hold agrees, and one without', () => {
    const held = line(-500, { objectId: 'T1' })
    expect(judge([CAPTURE, OLD_DISPUTE], [line(500), held], recency)).toBe('agrees')
    expect(judge([CAPTURE, OLD_DISPUTE], [line(500)], recency)).toBe('agrees')
  })

  test('money that is lost must have left', () => {
    const lost = entry('dispute_lost', 500, { objectId: 'dp_1' })
    expect(judge([CAPTURE, OLD_DISPUTE, lost], [line(500)], recency)).toBe('drift')
  })

  test('a hold without a dispute is a drift', () => {
    expect(judge([CAPTURE], [line(500), line(-500, { objectId: 'T1' })], recency)).toBe('drift')
  })

  test('a refund that settled a part leaves the rest of the hold open', () => {
    const settled = entry('dispute_won', 200, { objectId: 'dp_1' })
    const refund = entry('refund', 200, { objectId: 're_1' })
    const entries = [CAPTURE, OLD_DISPUTE, settled, refund]
    expect(judge(entries, [line(500), line(-200, { objectId: 're_1' })], recency)).toBe('agrees')
    expect(judge(entries, [line(500)], recency)).toBe('drift')
  })
})

test('elsewhere an open dispute has taken the money', () => {
  expect(judge([CAPTURE, OLD_DISPUTE], [line(500)])).toBe('drift')
  expect(judge([CAPTURE, NEW_DISPUTE], [line(500)])).toBe('waiting')
})

test('more movements than can be weighed against each other wait', () => {
  const refunds = Array.from({ length: 13 }, (_, index) =>
    entry('refund', 1, { objectId: `re_${index}`, createdAt: RECENT }),
  )
  expect(judge([CAPTURE, ...refunds], [line(400)])).toBe('waiting')
})
