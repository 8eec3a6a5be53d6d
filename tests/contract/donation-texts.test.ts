import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TextChoice } from '#contract/texts.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { readFeed, readTop } from '#server/features/ledger/ledger.ts'
import { deleteTestDonations } from '#server/features/ledger/store.ts'
import { changeShown, decideText } from '#server/features/names/moderation/decide.ts'
import { countTexts, findTexts } from '#server/features/names/moderation/queue-reads.ts'
import { changeScreening } from '#server/features/names/screening/screening-store.ts'
import { changeOwnTexts } from '#server/features/names/store.ts'
import { findTextsOf } from '#server/features/names/text-reads.ts'
import type { Database } from '#server/infra/database/database.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const MODERATOR = { id: 'kofi', role: 'moderator', name: 'Kofi' } as const
const BASE = { livemode: 0, moderator: MODERATOR, at: 3_000 } as const

describe.each(DATABASES)('texts on $name', ({ openTwice }) => {
  let one: Database
  let other: Database

  beforeEach(async () => {
    ;[one, other] = await openTwice()
    await setMode('hold', 1)
  })

  afterEach(async () => {
    await Promise.all([...new Set([one, other])].map((database) => database.close()))
  })

  async function setMode(mode: 'off' | 'hold', revision: number): Promise<void> {
    const settings = { mode, messages: true, words: [], amountsCents: [], revision }
    const change = { settings, actor: MODERATOR, mayChangeMode: true, at: 1 }
    const result = await one.write(changeScreening, change)
    expect(result).toBe('done')
  }

  async function give(displayName: string | null = 'Bo'): Promise<string> {
    const checkout = buildCheckout()
    await one.write(insertCheckouts, checkout)
    const texts = { displayName, anonymous: false, message: 'Hi' }
    await one.write(bookCaptures, { ...buildCapture(checkout), texts })
    return checkout.donation_id
  }

  const shown = async () =>
    (await readTop(other.reader, { livemode: 0, limit: 10 })).map(({ name, message }) => [
      name,
      message,
    ])

  const decide = (donationId: string, action: 'approve' | 'deny' | 'undo', revision: number) =>
    other.write(decideText, { ...BASE, donationId, action, revision, name: null })

  test('are held, decided, taken back, and never in the feed while they are held', async () => {
    const id = await give()
    expect(await shown()).toEqual([['A donor', null]])
    expect(await decide(id, 'approve', 1)).toEqual({ is: 'done' })
    expect(await shown()).toEqual([['Bo', 'Hi']])
    expect(await decide(id, 'undo', 2)).toEqual({ is: 'done' })
    expect(await decide(id, 'undo', 3)).toEqual({ is: 'nothing-to-undo' })
    expect(await shown()).toEqual([['A donor', null]])
    const feed = await readFeed(one.reader, { livemode: 0, after: 0, limit: 10 })
    expect(feed.map(({ row, retracts }) => [row?.name, row?.message, retracts])).toEqual([
      ['A donor', null, false],
      ['A donor', null, true],
      ['A donor', null, true],
    ])
  })

  test('that two nodes decide at once are decided once', async () => {
    const id = await give()
    const results = await Promise.all([
      one.write(decideText, { ...BASE, donationId: id, action: 'deny', revision: 1, name: null }),
      decide(id, 'approve', 1),
    ])
    expect(results.map(({ is }) => is).toSorted()).toEqual(['done', 'late'])
    const texts = await findTextsOf(one.reader, [id])
    expect(texts.get(id)?.revision).toBe(2)
  })

  test('of a donation that shows only a given name get their row with the first change', async () => {
    await setMode('off', 2)
    const checkout = buildCheckout()
    await one.write(insertCheckouts, checkout)
    await one.write(bookCaptures, buildCapture(checkout))
    const id = checkout.donation_id
    expect(await findTextsOf(one.reader, [id])).toEqual(new Map())
    const change = { hidden: true }
    expect(await one.write(changeShown, { ...BASE, donationId: id, change })).toEqual({
      is: 'done',
    })
    expect(await shown()).toEqual([['A donor', null]])
    expect(await countTexts(other.reader, 0)).toMatchObject({ hidden: 1, pending: 0 })
  })

  test.each([
    ['by its name', { displayName: 'Bo' }, 'Bo'],
    ['as Anonymous', { anonymous: true }, 'Anonymous'],
  ])(
    'bring a donation without a name onto the board %s, at that time',
    async (_how, choice, name) => {
      await setMode('off', 2)
      const checkout = buildCheckout()
      await one.write(insertCheckouts, checkout)
      await one.write(bookCaptures, buildCapture(checkout, { name: null }))
      expect(await shown()).toEqual([])
      const { donation_id: donationId, user_id: userId } = checkout
      const by = { donationId, userId, livemode: 0 as const }
      const change = async (own: TextChoice, at: number) => {
        await other.write(changeOwnTexts, { ...by, choice: own, at })
        const row = await one.reader.selectFrom('donations').selectAll().executeTakeFirstOrThrow()
        const feed = await readFeed(one.reader, { livemode: 0, after: 0, limit: 9 })
        expect(feed.at(-1)?.times.named).toBe(row.named_at ?? 0)
        // Whoever reads the feed late comes to the same sum.
        const cents = feed.reduce(
          (sum, { row: now, previousAmountCents: was }) =>
            sum + (now?.amountCents ?? 0) - (was ?? 0),
          0,
        )
        expect(cents).toBe(row.name === null ? 0 : row.amount_cents)
        return [row.name, row.named_at]
      }
      expect(await change(choice, 5_000)).toEqual([name, 5_000])
      // Another name is no news; one that was taken back in between is.
      expect(await change({ displayName: 'Bob', anonymous: false }, 6_000)).toEqual(['Bob', 5_000])
      expect(await change({ displayName: null }, 7_000)).toEqual([null, 5_000])
      expect(await change({ displayName: 'Bo' }, 8_000)).toEqual(['Bo', 8_000])
    },
  )

  test('are listed oldest first, and not in the other mode', async () => {
    const ids = [await give('Bo'), await give('Cy'), await give('Dee')]
    const page = { list: 'waiting', livemode: 0, limit: 2 } as const
    const first = await findTexts(other.reader, { ...page, after: undefined })
    expect(first.map(({ donation_id }) => donation_id)).toEqual(ids.slice(0, 2))
    const second = await findTexts(other.reader, { ...page, after: ids[1] })
    expect(second.map(({ donation_id }) => donation_id)).toEqual(ids.slice(2))
    expect(await findTexts(other.reader, { ...page, livemode: 1, after: undefined })).toEqual([])
  })

  test('of another donor cannot be changed, and those of test donations go with them', async () => {
    const id = await give()
    const input = { donationId: id, livemode: 0, choice: { displayName: 'X' }, at: 5 } as const
    expect(await one.write(changeOwnTexts, { ...input, userId: 'somebody' })).toBe(false)
    expect(await one.write(changeOwnTexts, { ...input, userId: 'user-1' })).toBe(true)
    await one.write(deleteTestDonations, { at: 9, actor: MODERATOR })
    expect(await findTextsOf(one.reader, [id])).toEqual(new Map())
    expect(await one.write(changeOwnTexts, { ...input, userId: 'user-1' })).toBe(false)
  })

  test('have decisions that nothing can change', async () => {
    await decide(await give(), 'deny', 1)
    const change = one.autocommit.updateTable('text_decisions').set({ actor_name: 'Ines' })
    await expect(change.execute()).rejects.toThrow(/append-only|failed/)
    await expect(one.autocommit.deleteFrom('text_decisions').execute()).rejects.toThrow(
      /append-only|failed/,
    )
  })
})
