import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginCheckouts } from '#server/features/checkouts/begin/begin-store.ts'
import { claimCapture } from '#server/features/checkouts/settle/capture-store.ts'
import {
  bookCaptures,
  insertCheckouts,
  moveCheckout,
  requireCheckout,
} from '#server/features/checkouts/store.ts'
import { NO_TEAMS } from '#server/features/donor-teams/donor-teams.ts'
import { NO_POLICY, readOwnRules } from '#server/features/spending-limits/spending-limits.ts'
import { pauseDonor, setOwnLimits } from '#server/features/spending-limits/store.ts'
import type { Database } from '#server/infra/database/database.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const NO_TEXTS = { texts: { displayName: null, anonymous: false, message: null } }
const HOUR_MS = 60 * 60 * 1000
const NOON = Date.UTC(2027, 0, 13, 12)

describe.each(DATABASES)('spending limits on $name', ({ openTwice }) => {
  let nodes: [Database, Database]
  let database: Database

  beforeEach(async () => {
    nodes = await openTwice()
    database = nodes[0]
  })

  afterEach(async () => {
    await Promise.all([...new Set(nodes)].map((node) => node.close()))
  })

  interface Attempt {
    cents: number
    at?: number
    userId?: string
    provider?: 'stripe' | 'paypal'
    policy?: typeof NO_POLICY
    node?: Database
  }

  async function begin(attempt: Attempt) {
    const { cents, at = NOON, userId = 'ada', provider = 'stripe', node = database } = attempt
    const checkout = {
      ...buildCheckout({ amount_cents: cents, user_id: userId, provider }),
      created_at: at,
      expires_at: at + HOUR_MS,
    }
    const policy = attempt.policy ?? NO_POLICY
    const beginning = await node.write(beginCheckouts, {
      checkout,
      addressKey: null,
      proof: null,
      policy,
      team: { id: undefined, policy: NO_TEAMS },
    })
    return { checkout, beginning }
  }

  async function pay(attempt: Attempt & { paidAt?: number }) {
    const { checkout, beginning } = await begin(attempt)
    expect(beginning).toEqual({ is: 'admitted' })
    const timestamp = attempt.paidAt ?? attempt.at ?? NOON
    await database.write(bookCaptures, { ...buildCapture(checkout, { timestamp }), ...NO_TEXTS })
    return checkout
  }

  const limit = (dayCents: number | null, weekCents: number | null = null, at = NOON) =>
    database.write(setOwnLimits, { userId: 'ada', dayCents, weekCents, at })

  const beginsAt = async (cents: number, at: number, policy = NO_POLICY) =>
    (await begin({ cents, at, policy })).beginning.is

  test('hold over both providers, several tabs and two nodes at once', async () => {
    await limit(5_000)
    const begun = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        begin({
          cents: 1_500,
          provider: index % 3 === 0 ? 'paypal' : 'stripe',
          node: index % 2 === 0 ? nodes[0] : nodes[1],
        }),
      ),
    )
    expect(begun.filter(({ beginning }) => beginning.is === 'admitted')).toHaveLength(3)
    const rows = await database.reader.selectFrom('checkouts').select('amount_cents').execute()
    expect(rows).toHaveLength(3)
  })

  test('of the host hold for each donor apart, and the stricter of both holds', async () => {
    const policy = { ...NO_POLICY, dayCents: 2_000 }
    expect(await beginsAt(1_500, NOON, policy)).toBe('admitted')
    expect((await begin({ cents: 1_500, userId: 'eve', policy })).beginning.is).toBe('admitted')
    const { beginning } = await begin({ cents: 1_000, policy })
    expect(beginning).toMatchObject({
      is: 'over-spending',
      refusal: { allowance: { isOwn: false, limitCents: 2_000, leftCents: 500, openCents: 1_500 } },
    })
    await limit(1_600)
    expect((await begin({ cents: 500, policy })).beginning).toMatchObject({
      refusal: { allowance: { isOwn: true, limitCents: 1_600 } },
    })
  })

  test('count what is open until it ends, then what was paid, without what went back', async () => {
    await limit(5_000)
    const { checkout } = await begin({ cents: 4_000 })
    expect(await beginsAt(2_000, NOON)).toBe('over-spending')
    await database.write(moveCheckout, {
      id: checkout.id,
      cause: 'cancelled',
      reason: null,
      at: NOON,
    })
    const paid = await pay({ cents: 4_000 })
    expect(await beginsAt(2_000, NOON)).toBe('over-spending')
    const refund = {
      kind: 'refund' as const,
      objectId: 're_1',
      amountCents: 3_000,
      createdAt: NOON,
      at: NOON,
    }
    await database.write(bookCaptures, {
      ...buildCapture(paid, { timestamp: NOON, movements: [refund] }),
      ...NO_TEXTS,
    })
    expect(await beginsAt(4_000, NOON)).toBe('admitted')
  })

  test('do not count what other modes took', async () => {
    await limit(5_000)
    const live = buildCheckout({ user_id: 'ada', amount_cents: 5_000, livemode: 1 })
    await database.write(insertCheckouts, { ...live, created_at: NOON })
    expect(await beginsAt(5_000, NOON)).toBe('admitted')
  })

  test.each([
    ['as clocks go forward', '2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00'],
    ['as clocks go back', '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00'],
  ])('a day and a week end at midnight of the campaign %s', async (_name, sunday, monday) => {
    const policy = { ...NO_POLICY, timeZone: 'Europe/Berlin' }
    const [start, end] = [Date.parse(sunday), Date.parse(monday)]
    await limit(1_000, 1_500, start - 1)
    await pay({ cents: 1_000, at: start - 1, policy })
    expect(await beginsAt(1_000, start - 1, policy)).toBe('over-spending')
    await pay({ cents: 500, at: start, policy })
    expect(await beginsAt(500, end - 1, policy)).toBe('over-spending')
    await pay({ cents: 1_000, at: end, policy })
    expect(await beginsAt(500, end, policy)).toBe('over-spending')
  })

  test('count a payment over midnight on the day on which it is paid', async () => {
    const midnight = Date.UTC(2027, 0, 14)
    await limit(1_000)
    await pay({ cents: 1_000, at: midnight - 1_000, paidAt: midnight + 1_000 })
    expect(await beginsAt(500, midnight + 2_000)).toBe('over-spending')
  })

  describe('at the capture', () => {
    const claim = (id: string, { at = NOON, mayResume = false, policy = NO_POLICY } = {}) =>
      database.write(claimCapture, { id, attempt: 0, at, mayResume, policy })

    test('let through what was begun within them', async () => {
      await limit(3_000)
      const one = await begin({ cents: 1_500, provider: 'paypal' })
      const other = await begin({ cents: 1_500, provider: 'paypal' })
      expect(await claim(other.checkout.id)).toBe('claimed')
      expect(await claim(one.checkout.id)).toBe('claimed')
    })

    test('refuse and cancel what a lowered limit allows no more, the later one first', async () => {
      const one = await begin({ cents: 1_500, provider: 'paypal' })
      const other = await begin({ cents: 1_500, provider: 'paypal' })
      await limit(2_000)
      expect(await claim(other.checkout.id)).toMatchObject({ is: 'over-limit' })
      expect(await claim(one.checkout.id)).toBe('claimed')
      const { state } = await requireCheckout(database.reader, other.checkout.id)
      expect(state).toBe('cancelled')
    })

    test('refuse everything in a pause, but not what was asked for before it', async () => {
      const asked = await begin({ cents: 1_500, provider: 'paypal' })
      const later = await begin({ cents: 1_500, provider: 'paypal' })
      await claim(asked.checkout.id)
      await database.write(pauseDonor, { userId: 'ada', at: NOON })
      expect(await claim(asked.checkout.id)).toBe('claimed')
      expect(await claim(later.checkout.id)).toMatchObject({ is: 'paused' })
    })

    test('refuse one that was cancelled if its room is taken meanwhile', async () => {
      await limit(2_000)
      const { checkout } = await begin({ cents: 1_500, provider: 'paypal' })
      const { id } = checkout
      await database.write(moveCheckout, { id, cause: 'cancelled', reason: null, at: NOON })
      await begin({ cents: 1_500 })
      expect(await claim(id, { mayResume: true })).toMatchObject({ is: 'over-limit' })
    })
  })

  describe('of a donor', () => {
    const DAY_MS = 24 * HOUR_MS

    test('are lowered at once, and raised or lifted after 24 hours', async () => {
      await limit(5_000, 9_000)
      await limit(2_000, 9_000, NOON + 1)
      expect(await beginsAt(3_000, NOON + 1)).toBe('over-spending')
      await limit(null, 9_000, NOON + 2)
      expect(await beginsAt(3_000, NOON + 2 + DAY_MS - 1)).toBe('over-spending')
      expect(await beginsAt(3_000, NOON + 2 + DAY_MS)).toBe('admitted')
      expect(await beginsAt(9_000, NOON + 2 + DAY_MS)).toBe('over-spending')
    })

    test('wait no longer if less is asked for, and are kept if asked for again', async () => {
      await limit(1_000)
      await limit(5_000, null, NOON + 1)
      await limit(3_000, null, NOON + HOUR_MS)
      const { day } = await readOwnRules(database.reader, 'ada', NOON + HOUR_MS)
      expect(day).toEqual({ cents: 1_000, later: { cents: 3_000, from: NOON + 1 + DAY_MS } })
      await limit(1_000, null, NOON + 2 * HOUR_MS)
      expect((await readOwnRules(database.reader, 'ada', NOON + 2 * HOUR_MS)).day.later).toBeNull()
    })

    test('begin the wait anew for more', async () => {
      await limit(1_000)
      await limit(3_000, null, NOON + 1)
      await limit(4_000, null, NOON + HOUR_MS)
      const { day } = await readOwnRules(database.reader, 'ada', NOON + HOUR_MS)
      expect(day.later?.from).toBe(NOON + HOUR_MS + DAY_MS)
    })

    test('include a pause that lasts 24 hours, and no longer', async () => {
      await database.write(pauseDonor, { userId: 'ada', at: NOON })
      await limit(null, null, NOON + 1)
      const { beginning } = await begin({ cents: 500, at: NOON + DAY_MS - 1 })
      expect(beginning).toMatchObject({ refusal: { is: 'paused', until: NOON + DAY_MS } })
      expect(await beginsAt(500, NOON + DAY_MS)).toBe('admitted')
    })

    test('keep a pause that ends later, also when a node with a slow clock asks', async () => {
      await database.write(pauseDonor, { userId: 'ada', at: NOON })
      const { pausedUntil } = await nodes[1].write(pauseDonor, {
        userId: 'ada',
        at: NOON - HOUR_MS,
      })
      expect(pausedUntil).toBe(NOON + DAY_MS)
    })

    test('let nothing begin once a pause has begun on another node', async () => {
      const begins = Array.from({ length: 6 }, () => beginsAt(500, NOON))
      await nodes[1].write(pauseDonor, { userId: 'ada', at: NOON })
      expect(await beginsAt(500, NOON)).toBe('over-spending')
      const begun = (await Promise.all(begins)).filter((is) => is === 'admitted')
      expect(await database.reader.selectFrom('checkouts').select('id').execute()).toHaveLength(
        begun.length,
      )
    })
  })
})
