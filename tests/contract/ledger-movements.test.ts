import { OPERATOR } from '#server/features/audit/audit.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { netOf } from '#server/payments/reading/money-effects.ts'
import { deleteTestDonations, findDonations } from '#server/features/ledger/store.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Movement } from '#server/payments/provider.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const refund = (objectId: string, amountCents: number): Movement => ({
  kind: 'refund',
  objectId,
  amountCents,
})
const dispute = (kind: Movement['kind'], amountCents = 1_000): Movement => ({
  kind,
  objectId: 'dp_1',
  amountCents,
})

describe.each(DATABASES)('movements of money on $name', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  async function begin() {
    const checkout = buildCheckout({ amount_cents: 1_000 })
    await database.write(insertCheckouts, checkout)
    return (...movements: Movement[]) =>
      database.write(bookCaptures, buildCapture(checkout, { movements }))
  }

  const readAmounts = async () =>
    (await database.reader.selectFrom('donations').select('amount_cents').execute()).map(
      (donation) => donation.amount_cents,
    )

  const readChanges = async () =>
    (
      await database.reader
        .selectFrom('board_changes')
        .select(['version', 'previous_amount_cents', 'amount_cents'])
        .orderBy('version')
        .execute()
    ).map((change) => [change.version, change.previous_amount_cents, change.amount_cents])

  const readMails = async () =>
    (
      await database.reader
        .selectFrom('mails')
        .select(['kind', 'amount_cents'])
        .orderBy('id')
        .execute()
    ).map((mail) => [mail.kind, mail.amount_cents])

  test('a partial refund leaves the rest on the board, and is told once', async () => {
    const book = await begin()
    expect(await book()).toBe(1)
    expect(await book(refund('re_1', 300))).toBe(2)
    expect(await book(refund('re_1', 300))).toBeNull()
    expect(await readAmounts()).toEqual([700])
    expect(await readChanges()).toEqual([
      [1, null, 1_000],
      [2, 1_000, 700],
    ])
    expect(await readMails()).toEqual([
      ['donation', 1_000],
      ['refund', 300],
    ])
  })

  test('a full refund takes the donation off the board, and its failure brings it back', async () => {
    const book = await begin()
    await book(refund('re_1', 1_000))
    expect(
      await findDonations(database.reader, { livemode: 0, limit: 5, before: undefined }),
    ).toEqual([])
    const failed = [
      refund('re_1', 1_000),
      { ...refund('re_1', 1_000), kind: 'refund_reversal' as const },
    ]
    await book(...failed)
    expect(await readAmounts()).toEqual([1_000])
    expect((await readChanges()).at(-1)).toEqual([3, null, 1_000])
    expect(await readMails()).toEqual([
      ['donation', 1_000],
      ['refund', 1_000],
      ['refund_reversal', 1_000],
    ])
  })

  test('of a refund that had failed before it was heard of nobody is told', async () => {
    const book = await begin()
    await book(refund('re_1', 400), { ...refund('re_1', 400), kind: 'refund_reversal' })
    expect(await readAmounts()).toEqual([1_000])
    expect(await readMails()).toEqual([['donation', 1_000]])
  })

  test('a won dispute brings the donation back to its place, a lost one does not', async () => {
    const won = await begin()
    const lost = await begin()
    await won()
    await lost()
    await won(dispute('dispute_open'))
    await lost({ ...dispute('dispute_open'), objectId: 'dp_2' })
    expect(await readAmounts()).toEqual([0, 0])
    await won(dispute('dispute_open'), dispute('dispute_won'))
    await lost(
      { ...dispute('dispute_open'), objectId: 'dp_2' },
      { ...dispute('dispute_lost'), objectId: 'dp_2' },
    )
    const [back, ...rest] = await findDonations(database.reader, {
      livemode: 0,
      limit: 5,
      before: undefined,
    })
    expect(back).toMatchObject({ amountCents: 1_000, sequence: 1 })
    expect(rest).toEqual([])
  })

  test('more back than came shows nothing, and stays in the ledger', async () => {
    const book = await begin()
    await book(refund('re_1', 600), dispute('dispute_open'))
    expect(await readAmounts()).toEqual([0])
    expect(await database.reader.selectFrom('ledger_entries').selectAll().execute()).toHaveLength(3)
  })

  describe('what the provider says otherwise later', () => {
    /** Opens a dispute after the ledger's last movement. */
    async function beginDispute() {
      const checkout = buildCheckout({ amount_cents: 1_000 })
      await database.write(insertCheckouts, checkout)
      return async (movements: Movement[], seen?: number) => {
        const lastMovementId = seen ?? (await readLastMovementId())
        const capture = buildCapture(checkout, { movements, objectIds: ['dp_1'], lastMovementId })
        await database.write(bookCaptures, capture)
        return (await readAmounts()).at(-1)
      }
    }

    const readLastMovementId = async () =>
      (
        await database.reader
          .selectFrom('ledger_entries')
          .select('id')
          .where('kind', '<>', 'capture')
          .execute()
      ).at(-1)?.id ?? 0

    test('of a dispute changes what is left: amount, reopened, prevented', async () => {
      const book = await beginDispute()
      expect(await book([dispute('dispute_open', 400)])).toBe(600)
      expect(await book([dispute('dispute_open', 300)])).toBe(700)
      expect(await book([dispute('dispute_open', 700)])).toBe(300)
      expect(await book([])).toBe(1_000)
      expect(await book([dispute('dispute_open', 400)])).toBe(600)
      const won = [dispute('dispute_open', 400), dispute('dispute_won', 400)]
      expect(await book(won)).toBe(1_000)
      expect(await book([dispute('dispute_open', 400)])).toBe(600)
      expect(await book(won)).toBe(1_000)
    })

    test('is booked once, however often it is said', async () => {
      const book = await beginDispute()
      await book([dispute('dispute_open', 400)])
      await book([dispute('dispute_open', 300)])
      const last = await readLastMovementId()
      await book([dispute('dispute_open', 300)])
      expect(await readLastMovementId()).toBe(last)
    })

    test('counts only if nothing was booked since the provider was asked', async () => {
      const book = await beginDispute()
      const seen = await readLastMovementId()
      await book([dispute('dispute_open', 400), dispute('dispute_won', 400)])
      expect(await book([dispute('dispute_open', 400)], seen)).toBe(1_000)
    })

    test('of what no refund explained is taken back once one does', async () => {
      const checkout = buildCheckout({ amount_cents: 1_000 })
      await database.write(insertCheckouts, checkout)
      const unlisted = refund(`ch_${checkout.id}`, 400)
      await database.write(bookCaptures, buildCapture(checkout, { movements: [unlisted] }))
      expect(await readAmounts()).toEqual([600])
      const capture = buildCapture(checkout, {
        movements: [refund('re_1', 400)],
        objectIds: [unlisted.objectId],
        lastMovementId: await readLastMovementId(),
      })
      await database.write(bookCaptures, capture)
      expect(await readAmounts()).toEqual([600])
    })
  })

  test('a removed donation stays removed, whatever happens to its money', async () => {
    const book = await begin()
    await book()
    await database.write(deleteTestDonations, { at: 5, actor: OPERATOR })
    await book(refund('re_1', 300))
    expect(
      await findDonations(database.reader, { livemode: 0, limit: 5, before: undefined }),
    ).toEqual([])
    expect((await readChanges()).at(-1)).toEqual([3, null, null])
  })

  test('movements at once, in any order and repeated, end in the exact cents', async () => {
    const all = [refund('re_1', 101), refund('re_2', 202), refund('re_3', 53)]
    const book = await begin()
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        book(...all.slice(index % 3), ...all.slice(0, index % 3)),
      ),
    )
    expect(await readAmounts()).toEqual([1_000 - 356])
    const versions = (await readChanges()).map(([version]) => version)
    expect(versions).toEqual([...versions].toSorted((a, b) => Number(a) - Number(b)))
    const checkouts = database.reader.selectFrom('checkouts').select('state')
    expect(await checkouts.execute()).toEqual([{ state: 'paid' }])
  })
})

test('what is left is the same whatever the order of the entries', () => {
  const kinds = fc.constantFrom<Movement['kind']>(
    'refund',
    'refund_reversal',
    'dispute_open',
    'dispute_won',
    'dispute_lost',
  )
  const entry = fc.record({ kind: kinds, amountCents: fc.integer({ min: 1, max: 1_000_000 }) })
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      expect(netOf(entries.toReversed())).toBe(netOf(entries))
    }),
  )
})
