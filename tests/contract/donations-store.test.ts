import { OPERATOR } from '#server/features/audit/audit.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attachRef } from '#server/features/checkouts/attach-ref.ts'
import { createFindOwn } from '#server/features/checkouts/own-checkouts.ts'
import {
  bookCaptures,
  findByRef,
  insertCheckouts,
  moveCheckout,
  requireCheckout,
} from '#server/features/checkouts/store.ts'
import {
  deleteTestDonations,
  findBoardMode,
  findDonations,
  findDonationsOf,
  sumBoard,
  switchBoard,
} from '#server/features/ledger/store.ts'
import { finishEvents, findDueEvents, storeEvents } from '#server/features/webhooks/store.ts'
import type { Database } from '#server/infra/database/database.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

describe.each(DATABASES)('the donations store on $name', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  async function begin(overrides: Parameters<typeof buildCheckout>[0] = {}) {
    const checkout = buildCheckout(overrides)
    await database.write(insertCheckouts, checkout)
    return checkout
  }

  async function donate(overrides: Parameters<typeof buildCheckout>[0] = {}, name = 'Ada') {
    const checkout = await begin(overrides)
    await database.write(bookCaptures, buildCapture(checkout, { name }))
    return requireDonation(checkout.donation_id)
  }

  const requireDonation = (id: string) =>
    database.reader
      .selectFrom('donations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  const readHead = () =>
    database.reader.selectFrom('board_head').selectAll().executeTakeFirstOrThrow()

  const changes = () =>
    database.reader.selectFrom('board_changes').selectAll().orderBy('version').execute()

  test('no donation is dated before an earlier one, though the clock was set back', async () => {
    const [first, second] = [await begin(), await begin()]
    await database.write(bookCaptures, { ...buildCapture(first), timestamp: 9_000 })
    await database.write(bookCaptures, { ...buildCapture(second), timestamp: 4_000 })
    expect(await requireDonation(first.donation_id)).toMatchObject({ timestamp: 9_000 })
    expect(await requireDonation(second.donation_id)).toMatchObject({ timestamp: 9_000 })
  })

  test('a capture makes a ledger entry, a donation, a board change and a paid checkout', async () => {
    const checkout = await begin({ amount_cents: 1_234 })
    expect(await database.write(bookCaptures, buildCapture(checkout))).toBe(1)
    expect(await requireDonation(checkout.donation_id)).toMatchObject({
      name: 'Ada',
      amount_cents: 1_234,
      sequence: 1,
    })
    const entries = await database.reader.selectFrom('ledger_entries').selectAll().execute()
    expect(entries).toMatchObject([
      { kind: 'capture', amount_cents: 1_234, checkout_id: checkout.id },
    ])
    expect(await changes()).toMatchObject([
      { version: 1, previous_amount_cents: null, amount_cents: 1_234 },
    ])
    expect(await requireCheckout(database.reader, checkout.id)).toMatchObject({ state: 'paid' })
  })

  test('a repeated capture counts once, however many arrive together', async () => {
    const checkout = await begin()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => database.write(bookCaptures, buildCapture(checkout))),
    )
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1)
    expect(await database.write(bookCaptures, buildCapture(checkout))).toBeNull()
    expect(await changes()).toHaveLength(1)
  })

  test('a second capture of another id for one checkout counts nothing', async () => {
    const checkout = await begin()
    await database.write(bookCaptures, buildCapture(checkout))
    const second = buildCapture(checkout, { objectId: 'ch_other' })
    expect(await database.write(bookCaptures, second)).toBeNull()
    expect(await changes()).toHaveLength(1)
  })

  test('versions rise by one for each donation, in the order of the commits', async () => {
    await Promise.all(Array.from({ length: 50 }, () => donate()))
    expect((await changes()).map(({ version }) => version)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
  })

  test('a bad unit in a group takes no other down', async () => {
    const [good, other] = [buildCheckout(), buildCheckout()]
    const bad = { ...buildCheckout(), amount_cents: 1 }
    const answers = await Promise.allSettled(
      [good, bad, other].map((checkout) => database.write(insertCheckouts, checkout)),
    )
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await expect(requireCheckout(database.reader, other.id)).resolves.toBeDefined()
  })

  test('an id that exists is refused', async () => {
    const checkout = await begin()
    await expect(
      database.write(insertCheckouts, buildCheckout({ id: checkout.id })),
    ).rejects.toThrow('checkouts.insert')
  })

  test('one order cannot belong to two checkouts', async () => {
    const first = await begin()
    const second = await begin({ provider_ref: null, state: 'created' })
    const ref = String(first.provider_ref)
    await expect(database.write(attachRef, { id: second.id, ref, at: 1 })).rejects.toThrow(
      'checkouts.attach-ref',
    )
    expect((await findByRef(database.reader, 'stripe', ref))?.id).toBe(first.id)
  })

  test('orders are stored together, and each moves its checkout to its payer', async () => {
    const begun = await Promise.all(
      Array.from({ length: 3 }, () => begin({ provider_ref: null, state: 'created' })),
    )
    await Promise.all(
      begun.map(({ id }) => database.write(attachRef, { id, ref: `cs_${id}`, at: 9 })),
    )
    for (const { id } of begun) {
      const stored = await requireCheckout(database.reader, id)
      expect(stored).toMatchObject({
        provider_ref: `cs_${id}`,
        state: 'awaiting_payer',
        updated_at: 9,
      })
    }
  })

  test('an order that comes late moves no checkout that is over, and replaces no other', async () => {
    const over = await begin({ provider_ref: null, state: 'cancelled' })
    const other = await begin({ provider_ref: 'cs_first', state: 'awaiting_payer' })
    await database.write(attachRef, { id: over.id, ref: 'cs_late', at: 9 })
    await database.write(attachRef, { id: other.id, ref: 'cs_second', at: 9 })
    const stored = await requireCheckout(database.reader, over.id)
    expect(stored).toMatchObject({ provider_ref: 'cs_late', state: 'cancelled' })
    expect((await requireCheckout(database.reader, other.id)).provider_ref).toBe('cs_first')
  })

  test('the ledger refuses updates and deletions', async () => {
    await donate()
    const { autocommit } = database
    await expect(
      autocommit.updateTable('ledger_entries').set({ amount_cents: 1 }).execute(),
    ).rejects.toThrow(/append-only|database.statement/)
    await expect(autocommit.deleteFrom('ledger_entries').execute()).rejects.toThrow(
      /append-only|database.statement/,
    )
    expect(await database.reader.selectFrom('ledger_entries').selectAll().execute()).toHaveLength(1)
  })

  test('a paid checkout is never moved, and an expired one that turns out paid becomes paid', async () => {
    const checkout = await begin()
    await database.write(moveCheckout, { id: checkout.id, cause: 'expired', reason: null, at: 2 })
    expect(await requireCheckout(database.reader, checkout.id)).toMatchObject({ state: 'expired' })
    await database.write(bookCaptures, buildCapture(checkout))
    await database.write(moveCheckout, { id: checkout.id, cause: 'failed', reason: 'no', at: 3 })
    expect(await requireCheckout(database.reader, checkout.id)).toMatchObject({ state: 'paid' })
  })

  test('a checkout is found by its owner, under our id and the provider’s, and by nobody else', async () => {
    const checkout = await begin({ user_id: 'ada' })
    const ref = String(checkout.provider_ref)
    const findOwn = createFindOwn(database.reader)
    expect((await findOwn('ada', ref))?.id).toBe(checkout.id)
    expect((await findOwn('ada', checkout.id))?.id).toBe(checkout.id)
    expect(await findOwn('eve', ref)).toBeUndefined()
  })

  test('deleting test donations takes them off the board, keeps live ones, and stays final', async () => {
    const shown = await donate()
    await donate({ livemode: 1 })
    expect(await database.write(deleteTestDonations, { at: 5, actor: OPERATOR })).toBe(1)
    expect((await changes()).at(-1)).toMatchObject({
      version: 3,
      donation_id: shown.id,
      previous_amount_cents: 500,
      amount_cents: null,
    })
    const checkout = await requireCheckout(database.reader, shown.checkout_id)
    expect(await database.write(bookCaptures, buildCapture(checkout))).toBeNull()
    expect(await database.write(deleteTestDonations, { at: 5, actor: OPERATOR })).toBe(0)
  })

  test('donations are listed newest first, page by page, without nameless ones', async () => {
    for (const name of ['Ada', 'Bob', 'Cyd']) await donate({}, name)
    await database.write(bookCaptures, buildCapture(await begin(), { name: null }))
    const first = await findDonations(database.reader, { livemode: 0, limit: 2, before: undefined })
    expect(first.map(({ name }) => name)).toEqual(['Cyd', 'Bob'])
    const rest = await findDonations(database.reader, {
      livemode: 0,
      limit: 2,
      before: first[1]?.sequence,
    })
    expect(rest.map(({ name }) => name)).toEqual(['Ada'])
  })

  test('donations of the other mode are not listed, neither among all nor among one’s own', async () => {
    const [test, live] = [await donate(), await donate({ livemode: 1 })]
    for (const { id, livemode } of [test, live]) {
      const shown = await findDonations(database.reader, { livemode, limit: 5, before: undefined })
      expect(shown.map((donation) => donation.id)).toEqual([id])
      const own = await findDonationsOf(database.reader, { userId: 'user-1', livemode, limit: 5 })
      expect(own.map((donation) => donation.id)).toEqual([id])
    }
  })

  test('another mode’s board takes a version, the same one’s does not', async () => {
    expect(await database.write(switchBoard, 0)).toBe(true)
    expect(await readHead()).toMatchObject({ version: 0, livemode: 0 })
    await donate()
    expect(await database.write(switchBoard, 0)).toBe(false)
    expect(await readHead()).toMatchObject({ version: 1, livemode: 0 })
    expect(await database.write(switchBoard, 1)).toBe(true)
    expect(await readHead()).toMatchObject({ version: 2, livemode: 1 })
    expect(await findBoardMode(database.reader)).toBe(1)
    expect((await donate()).sequence).toBe(3)
  })

  test('a board of which no mode is known takes a version once it has donations', async () => {
    await donate()
    expect(await findBoardMode(database.reader)).toBeNull()
    expect(await database.write(switchBoard, 0)).toBe(true)
    expect(await readHead()).toMatchObject({ version: 2, livemode: 0 })
  })

  test('what a mode’s board shows is summed', async () => {
    await donate({ amount_cents: 700 })
    await donate()
    await database.write(bookCaptures, buildCapture(await begin(), { name: null }))
    expect(await sumBoard(database.reader, 0)).toEqual({ count: 2, amountCents: 1_200 })
    expect(await sumBoard(database.reader, 1)).toEqual({ count: 0, amountCents: 0 })
  })

  test('a webhook event is stored once, and due in order of arrival until it is finished', async () => {
    const event = (event_id: string) => ({
      provider: 'stripe' as const,
      event_id,
      type: 'checkout.session.completed',
      payment_ref: 'cs_1',
      capture_id: null,
      payload: '{}',
      received_at: 1,
      attempts: 0,
      next_attempt_at: 1,
      handled_at: null,
      parked_at: null,
      outcome: null,
    })
    const stored = ['a', 'b', 'a'].map((id) => database.write(storeEvents, event(id)))
    expect(await Promise.all(stored)).toEqual([true, true, false])
    const due = await findDueEvents(database.reader, { now: 1, limit: 10 })
    expect(due.map(({ event_id }) => event_id)).toEqual(['a', 'b'])
    await database.write(finishEvents, { ids: [due[0]?.id ?? 0], outcome: 'paid', at: 2 })
    expect(await findDueEvents(database.reader, { now: 1, limit: 10 })).toHaveLength(1)
  })
})
