import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import type { TextedCapture } from '#server/features/names/names.ts'
import type { Database } from '#server/infra/database/database.ts'
import { createFindOwnDonation } from './own-donation.ts'
import { bookCaptures, insertCheckouts, requireCheckout } from './store.ts'

describe.each(DATABASES)('the donations of checkouts on $name', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  /** Begins a checkout, and books it unless `capture` is undefined. */
  async function begin(capture?: Partial<TextedCapture>) {
    const checkout = buildCheckout()
    await database.write(insertCheckouts, checkout)
    if (capture !== undefined) {
      await database.write(bookCaptures, { ...buildCapture(checkout), ...capture })
    }
    return requireCheckout(database.reader, checkout.id)
  }

  const texts = { displayName: 'The Countess', anonymous: false, message: null }

  test('each of those that are asked for at once has its own texts and place', async () => {
    const find = createFindOwnDonation({
      database,
      leaderboard: { livemode: 0, positionOf: async ({ sequence }) => sequence },
    })
    const plain = await begin({})
    const named = await begin({ texts })
    const nameless = await begin({ name: null })
    const unpaid = await begin()
    const lost = { ...unpaid, state: 'paid' as const }
    const found = await Promise.all([plain, named, nameless, unpaid, lost, plain].map(find))
    expect(found).toMatchObject([
      { id: plain.donation_id, name: 'Ada', position: 1 },
      { id: named.donation_id, name: 'The Countess', position: 2 },
      { id: nameless.donation_id, position: null },
      null,
      null,
      { id: plain.donation_id, position: 1 },
    ])
  })

  test('one whose place cannot be read fails none of the others', async () => {
    const [lower, higher] = [await begin({}), await begin({})]
    const find = createFindOwnDonation({
      database,
      leaderboard: {
        livemode: 0,
        positionOf: async ({ sequence }) => {
          if (sequence === 1) throw new Error('away')
          return sequence
        },
      },
    })
    const results = await Promise.allSettled([lower, higher].map(find))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})
