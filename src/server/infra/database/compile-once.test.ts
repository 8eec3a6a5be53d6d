import { expect, test } from 'vitest'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { insertCheckouts } from '#server/features/checkouts/store.ts'
import { queryByKeys } from './compile-once.ts'

test.each(DATABASES)(
  'a query by keys finds what each call asks for, with its fixed values, on $name',
  async ({ open }) => {
    const database = await open()
    let composed = 0
    const find = queryByKeys((reader, ids: readonly string[]) => {
      composed += 1
      return reader
        .selectFrom('checkouts')
        .select(['id', 'amount_cents'])
        .where('amount_cents', '>', 300)
        .where(({ or, eb }) => or([eb('id', 'in', ids), eb('provider_ref', 'in', ids)]))
        .where('state', '=', 'awaiting_payer')
        .orderBy('id')
    })
    for (const [id, amount_cents] of Object.entries({ a: 500, b: 600, c: 200 })) {
      const checkout = buildCheckout({ id, provider_ref: `ref-${id}`, amount_cents })
      await database.write(insertCheckouts, { ...checkout, state: 'awaiting_payer' })
    }
    const idsOf = async (...ids: string[]) =>
      (await find(database.reader, ids)).map((row) => `${row.id} ${row.amount_cents}`)
    expect(await idsOf('a')).toEqual(['a 500'])
    expect(await idsOf('ref-b')).toEqual(['b 600'])
    expect(await idsOf('c')).toEqual([])
    expect(composed).toBe(1)
    expect(await idsOf('b', 'a')).toEqual(['a 500', 'b 600'])
    expect(await idsOf('ref-a', 'c')).toEqual(['a 500'])
    expect(composed).toBe(2)
    await database.close()
  },
)
