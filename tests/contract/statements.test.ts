import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { findOldestBegun, findPaymentsMoved } from '#server/features/checkouts/checkouts.ts'
import { findEntriesOf, findOwnersOf } from '#server/features/ledger/ledger.ts'
import {
  findDrifts,
  findKeptOwners,
  findLines,
  findLinesOf,
  findMark,
  findPaymentsOnStatement,
  noteDrifts,
  setMark,
  storeLines,
  sumFees,
  type LineRow,
} from '#server/features/statements/store.ts'
import type { Database } from '#server/infra/database/database.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const STRIPE = { provider: 'stripe', livemode: 0 } as const
const ALL = { from: 0, to: 1_000 }

function buildLine(overrides: Partial<LineRow> = {}): LineRow {
  return {
    ...STRIPE,
    line_id: 'txn_1',
    checkout_id: 'checkout-1',
    object_id: 'ch_1',
    kind: 'payment',
    type: 'charge',
    at: 100,
    gross_cents: 500,
    fee_cents: 45,
    net_cents: 455,
    currency: 'USD',
    ...overrides,
  }
}

describe.each(DATABASES)('statements on $name', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  test('a line that is read again is kept once, as it is now', async () => {
    await database.write(storeLines, [])
    await database.write(storeLines, [buildLine(), buildLine({ line_id: 'txn_2' })])
    const changed = buildLine({ gross_cents: 0, fee_cents: 0, net_cents: 0 })
    await database.write(storeLines, [changed])
    expect(await findLinesOf(database.reader, ['checkout-1', 'other'])).toEqual([
      changed,
      buildLine({ line_id: 'txn_2' }),
    ])
    expect(await findKeptOwners(database.reader, STRIPE, ['ch_1', 'ch_2'])).toEqual(
      new Map([['ch_1', 'checkout-1']]),
    )
  })

  test('sums and payments are those of the mode, the provider, the time and our currency', async () => {
    await database.write(storeLines, [
      buildLine(),
      buildLine({ line_id: 'txn_2', at: 200, gross_cents: -200, fee_cents: 0, net_cents: -200 }),
      buildLine({ line_id: 'txn_3', at: 1_000, checkout_id: 'later' }),
      buildLine({ line_id: 'txn_4', livemode: 1, checkout_id: 'live' }),
      buildLine({ line_id: 'txn_5', provider: 'paypal', checkout_id: 'wallet' }),
      buildLine({ line_id: 'txn_6', currency: 'EUR' }),
    ])
    const sums = { grossCents: 300, feeCents: 45, netCents: 255 }
    expect(await sumFees(database.reader, STRIPE, ALL)).toEqual(sums)
    expect(await findPaymentsOnStatement(database.reader, STRIPE, ALL)).toEqual(['checkout-1'])
    const none = { grossCents: 0, feeCents: 0, netCents: 0 }
    expect(await sumFees(database.reader, STRIPE, { from: 0, to: 100 })).toEqual(none)
  })

  test('lines come page by page, none twice and none left out', async () => {
    const lines = [3, 1, 2].map((number) => buildLine({ line_id: `txn_${number}` }))
    await database.write(storeLines, [...lines, buildLine({ line_id: 'txn_0', at: 200 })])
    const ids: string[] = []
    let after: LineRow | undefined
    for (;;) {
      const page = await findLines(database.reader, STRIPE, {
        ...ALL,
        limit: 2,
        ...(after && { after }),
      })
      ids.push(...page.map(({ line_id }) => line_id))
      after = page.at(-1)
      if (after === undefined) break
    }
    expect(ids).toEqual(['txn_1', 'txn_2', 'txn_3', 'txn_0'])
  })

  test('a mark and a drift are kept as they were noted last', async () => {
    const mark = {
      ...STRIPE,
      provider_account: 'a',
      compared_until: null,
      tried_at: 1,
      report: '{}',
    }
    await database.write(setMark, mark)
    await database.write(setMark, { ...mark, compared_until: 5 })
    expect(await findMark(database.reader, STRIPE)).toEqual({ ...mark, compared_until: 5 })
    expect(await findMark(database.reader, { ...STRIPE, livemode: 1 })).toBeUndefined()
    const drift = { ...STRIPE, checkout_id: 'c1', statement_cents: 450, ledger_cents: 500 }
    await database.write(noteDrifts, { drifts: [drift], settled: [] })
    const changed = { ...drift, statement_cents: 400 }
    await database.write(noteDrifts, { drifts: [changed], settled: [] })
    expect(await findDrifts(database.reader, STRIPE)).toEqual([changed])
    await database.write(noteDrifts, { drifts: [], settled: ['c1'] })
    expect(await findDrifts(database.reader, STRIPE)).toEqual([])
  })

  test('the ledger tells whose an object is, what moved when, and all of a payment', async () => {
    const checkout = buildCheckout({ provider_account: 'a', created_at: 700 })
    await database.write(insertCheckouts, checkout)
    const movements = [{ kind: 'refund', objectId: 're_1', amountCents: 200 }] as const
    const capture = buildCapture(checkout, {
      objectId: 'ch_1',
      movements,
      objectIds: ['re_1'],
      timestamp: 800,
    })
    await database.write(bookCaptures, capture)
    const { reader } = database
    const { id } = checkout
    expect(await findOwnersOf(reader, STRIPE, ['re_1', 're_2'])).toEqual(new Map([['re_1', id]]))
    expect(await findEntriesOf(reader, [id])).toMatchObject([
      { checkoutId: id, kind: 'capture', objectId: 'ch_1', amountCents: 500 },
      { checkoutId: id, kind: 'refund', objectId: 're_1', amountCents: 200 },
    ])
    const moved = { ...STRIPE, account: 'a', from: 800, to: 801 }
    expect(await findPaymentsMoved(reader, moved)).toEqual([id])
    expect(await findPaymentsMoved(reader, { ...moved, account: 'b' })).toEqual([])
    expect(await findPaymentsMoved(reader, { ...moved, account: null })).toEqual([id])
    expect(await findPaymentsMoved(reader, { ...moved, from: 801, to: 900 })).toEqual([])
    expect(await findOldestBegun(reader, [id, 'unknown'])).toBe(700)
  })
})
