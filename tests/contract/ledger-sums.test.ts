import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { findQuarterSums, sumEntries, sumOpenDisputes } from '#server/features/ledger/ledger.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Movement } from '#server/payments/provider.ts'
import { netOf } from '#server/payments/reading/money-effects.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const QUARTER_MS = 15 * 60 * 1000

const move = (kind: Movement['kind'], amountCents: number, objectId = 'x_1'): Movement => ({
  kind,
  objectId,
  amountCents,
})

const movements = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom<Movement['kind']>(
      'refund',
      'refund_reversal',
      'dispute_open',
      'dispute_won',
      'dispute_lost',
    ),
    objectId: fc.constantFrom('x_1', 'x_2', 'x_3'),
    amountCents: fc.integer({ min: 1, max: 900 }),
  }),
  { selector: ({ kind, objectId }) => `${kind} ${objectId}`, maxLength: 5 },
)

describe.each(DATABASES)('the ledger’s sums on $name', ({ open, openTwice }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  async function book(livemode: 0 | 1, timestamp: number, some: Movement[], on = database) {
    const checkout = buildCheckout({ amount_cents: 1_000, livemode })
    const unique = some.map((one) => ({ ...one, objectId: `${one.objectId}_${checkout.id}` }))
    await on.write(insertCheckouts, checkout)
    await on.write(bookCaptures, buildCapture(checkout, { timestamp }))
    await on.write(bookCaptures, buildCapture(checkout, { timestamp, movements: unique }))
    return checkout
  }

  const readEntries = () => database.reader.selectFrom('ledger_entries').selectAll().execute()
  const readDonation = () =>
    database.reader.selectFrom('donation_sums').selectAll().executeTakeFirstOrThrow()

  test('equal its entries, whatever moved, in all and in each quarter of an hour', async () => {
    const payments = fc.array(
      fc.tuple(
        fc.constantFrom<0 | 1>(0, 1),
        fc.integer({ min: 1, max: 9 * QUARTER_MS }),
        movements,
      ),
      { maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(payments, async (some) => {
        for (const [livemode, timestamp, moved] of some) await book(livemode, timestamp, moved)
        const entries = await readEntries()
        for (const livemode of [0, 1] as const) {
          const own = entries.filter((entry) => entry.livemode === livemode)
          const cents = (kept: typeof entries) =>
            netOf(kept.map(({ kind, amount_cents: amountCents }) => ({ kind, amountCents })))
          const all = await sumEntries(database.reader, livemode)
          expect(netOf(all)).toBe(cents(own))
          expect(all.reduce((sum, row) => sum + row.entries, 0)).toBe(own.length)
          const span = { from: QUARTER_MS, to: 3 * QUARTER_MS }
          const within = own.filter(
            (one) => one.created_at >= span.from && one.created_at < span.to,
          )
          expect(netOf(await findQuarterSums(database.reader, livemode, span))).toBe(cents(within))
        }
      }),
      { numRuns: 12 },
    )
  })

  test('count a repeated capture once', async () => {
    const checkout = await book(1, 5, [])
    await database.write(bookCaptures, buildCapture(checkout))
    expect(await sumEntries(database.reader, 1)).toEqual([
      { provider: 'stripe', kind: 'capture', amountCents: 1_000, entries: 1 },
    ])
  })

  test('are exact when two nodes book at once', async () => {
    const nodes = await openTwice()
    try {
      const refund = [move('refund', 10)]
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          book(0, 5, refund, nodes[index % 2 === 0 ? 0 : 1]),
        ),
      )
      const sums = await sumEntries(nodes[0].reader, 0)
      expect(sums.map(({ kind, amountCents, entries }) => [kind, amountCents, entries])).toEqual(
        expect.arrayContaining([
          ['capture', 30_000, 30],
          ['refund', 300, 30],
        ]),
      )
    } finally {
      await Promise.all(new Set(nodes).values().map((node) => node.close()))
    }
  })

  test.each<[state: string, Movement[], refunded: number, disputed: number]>([
    ['paid', [], 0, 0],
    ['partly_refunded', [move('refund', 400)], 400, 0],
    ['refunded', [move('refund', 1_000)], 1_000, 0],
    ['paid', [move('refund', 400), move('refund_reversal', 400)], 0, 0],
    ['disputed', [move('dispute_open', 1_000)], 0, 1_000],
    ['paid', [move('dispute_open', 1_000), move('dispute_won', 1_000)], 0, 0],
    ['dispute_lost', [move('dispute_open', 700), move('dispute_lost', 700)], 0, 700],
  ])('say of a donation that it is %s after %j', async (state, some, refunded, disputed) => {
    await book(1, 5, some)
    expect(await readDonation()).toMatchObject({
      state,
      gross_cents: 1_000,
      refunded_cents: refunded,
      disputed_cents: disputed,
    })
    const isOpen = state === 'disputed'
    expect(await sumOpenDisputes(database.reader, 1)).toEqual({
      count: isOpen ? 1 : 0,
      amountCents: isOpen ? disputed : 0,
    })
  })
})
