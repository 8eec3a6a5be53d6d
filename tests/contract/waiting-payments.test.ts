import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createReadParts } from '#server/campaign-parts.ts'
import { OPERATOR } from '#server/features/audit/audit.ts'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { createRound } from '#server/features/leaderboard/rounds/rounds-store.ts'
import type { Database } from '#server/infra/database/database.ts'
import { ownClock } from '#server/infra/shared-clock.ts'
import { buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const START = Date.parse('2026-10-24T20:00:00Z')
const END = START + 600_000

describe.each(DATABASES)('payments on their way at the end of a round on $name', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  async function create(pending: 'begun' | 'captured'): Promise<void> {
    const request = {
      name: 'Final hour',
      prize: null,
      ranks: 'donation' as const,
      overtimes: 0,
      pending,
      startsAt: new Date(START).toISOString(),
      endsAt: new Date(END).toISOString(),
    }
    await database.write(createRound, { livemode: 0, actor: OPERATOR, at: START - 1, request })
  }

  async function insert(): Promise<void> {
    const checkouts = [
      buildCheckout({ state: 'processing', created_at: START, amount_cents: 500 }),
      buildCheckout({ state: 'processing', created_at: END - 1, amount_cents: 2_000 }),
      buildCheckout({ state: 'processing', created_at: START + 1, amount_cents: 700 }),
      buildCheckout({ state: 'processing', created_at: START + 2, amount_cents: 600 }),
      buildCheckout({ state: 'processing', created_at: START - 1, amount_cents: 9_000 }),
      buildCheckout({ state: 'processing', created_at: END, amount_cents: 9_000 }),
      buildCheckout({ state: 'awaiting_payer', created_at: START, amount_cents: 9_000 }),
      buildCheckout({ state: 'paid', created_at: START }),
      buildCheckout({ state: 'processing', created_at: START, livemode: 1 }),
    ]
    for (const checkout of checkouts) await database.write(insertCheckouts, checkout)
  }

  const readWaiting = async (now: number) => {
    const { round } = await createReadParts(
      0,
      ownClock(() => now),
    )(database.reader)
    if (round === undefined) throw new Error('No round is shown.')
    return { count: round.waiting, cents: round.waitingCents }
  }

  test('are told once it is over, if they count for it, with the highest amounts', async () => {
    await create('begun')
    await insert()
    expect(await readWaiting(END - 1)).toEqual({})
    expect(await readWaiting(END)).toEqual({ count: 4, cents: [2_000, 700, 600] })
  })

  test('are not told where money counts when it is captured, or without any', async () => {
    await create('captured')
    await insert()
    expect(await readWaiting(END)).toEqual({})
  })
})
