import { OPERATOR } from '#server/features/audit/audit.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { recordCaptures } from './ledger.ts'
import { deleteTestDonations } from './store.ts'

test('a donation that another node records meanwhile is deleted with the others, and in the change feed', async () => {
  const postgres = DATABASES.find(({ name }) => name === 'PostgreSQL')
  if (postgres === undefined) throw new Error('There is no PostgreSQL to test with.')
  const [one, other] = await postgres.openTwice()
  const [first, second, third] = [buildCheckout(), buildCheckout(), buildCheckout()]
  await Promise.all([first, second, third].map((row) => one.write(insertCheckouts, row)))
  await one.write(bookCaptures, buildCapture(first))

  const deleting = await other.reader.transaction().execute(async (writer) => {
    await recordCaptures(writer, [buildCapture(second)])
    const deletion = one.write(deleteTestDonations, { at: 2_000, actor: OPERATOR })
    await pause(300)
    return { deletion }
  })

  expect(await deleting.deletion).toBe(2)
  expect(await one.write(bookCaptures, buildCapture(third))).toBe(5)
  const changes = await one.reader
    .selectFrom('board_changes')
    .select('version')
    .orderBy('version')
    .execute()
  expect(changes.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5])
  await Promise.all([one.close(), other.close()])
})
