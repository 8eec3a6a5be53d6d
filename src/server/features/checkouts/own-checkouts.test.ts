import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import type { Database } from '#server/infra/database/database.ts'
import { createFindOwn } from './own-checkouts.ts'
import { insertCheckouts } from './store.ts'

describe.each(DATABASES)('own checkouts on $name', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
  })

  afterEach(() => database.close())

  const begin = async (user_id: string, provider_ref: string | null) => {
    const checkout = buildCheckout({ user_id, provider_ref })
    await database.write(insertCheckouts, checkout)
    return checkout.id
  }

  test('of those that are asked for at once, each donor gets their own and nobody else’s', async () => {
    const [ada, eve] = [await begin('ada', 'cs_ada'), await begin('eve', 'cs_eve')]
    const begun = await begin('ada', null)
    const find = createFindOwn(database.reader)
    const found = await Promise.all([
      find('ada', 'cs_ada'),
      find('ada', ada),
      find('eve', 'cs_ada'),
      find('eve', ada),
      find('ada', 'cs_eve'),
      find('eve', eve),
      find('ada', begun),
      find('ada', 'cs_missing'),
    ])
    expect(found.map((one) => one?.id)).toEqual([
      ada,
      ada,
      undefined,
      undefined,
      undefined,
      eve,
      begun,
      undefined,
    ])
  })
})
