import { OPERATOR } from '#server/features/audit/audit.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ownDonationsSchema, type OwnDonation } from '#contract/checkouts.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { deleteTestDonations } from './store.ts'

let server: TestApp
let ada: TestDonor
let bo: TestDonor

beforeEach(async () => {
  server = await openTestApp()
  ada = await server.signUp('ada@donor.example')
  bo = await server.signUp('bo@donor.example')
})

afterEach(() => server.close())

interface Gift {
  amountCents: number
  name?: string | null
}

async function give({ email }: TestDonor, ...gifts: Gift[]): Promise<void> {
  const user_id = await requireUserId(email)
  for (const { amountCents, name = 'Ada' } of gifts) {
    const checkout = buildCheckout({ user_id, amount_cents: amountCents })
    await server.database.write(insertCheckouts, checkout)
    await server.database.write(bookCaptures, buildCapture(checkout, { name }))
  }
}

async function requireUserId(email: string): Promise<string> {
  const user = await server.database.autocommit
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return String(user['id'])
}

async function listOwn(donor: TestDonor): Promise<OwnDonation[]> {
  const answer = await donor.call({ url: '/api/donations/own' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  return ownDonationsSchema.strict().parse(answer.json()).donations
}

const places = (donations: readonly OwnDonation[]) =>
  donations.map(({ position, amountCents }) => [position, amountCents] as const)

describe("one's own donations", () => {
  test('are not for visitors', async () => {
    expectError(await server.call({ url: '/api/donations/own' }), 401, 'unauthenticated')
  })

  test('are none at first, also where others gave', async () => {
    await give(bo, { amountCents: 500 })
    expect(await listOwn(ada)).toEqual([])
  })

  test("come highest first, with their places among all, and without anybody else's", async () => {
    await give(ada, { amountCents: 500 }, { amountCents: 900 })
    await give(bo, { amountCents: 700, name: 'Bo' }, { amountCents: 500, name: 'Bo' })
    await give(ada, { amountCents: 500 })
    expect(places(await listOwn(ada))).toEqual([
      [1, 900],
      [3, 500],
      [5, 500],
    ])
    expect(places(await listOwn(bo))).toEqual([
      [2, 700],
      [4, 500],
    ])
  })

  test('are at most a hundred', async () => {
    await give(ada, ...Array.from({ length: 101 }, (_, index) => ({ amountCents: 100 + index })))
    const donations = await listOwn(ada)
    expect(places(donations)).toEqual(
      Array.from({ length: 100 }, (_, index) => [index + 1, 200 - index]),
    )
  })

  test('without a name have no place', async () => {
    await give(ada, { amountCents: 900, name: null }, { amountCents: 500 })
    expect(places(await listOwn(ada))).toEqual([
      [null, 900],
      [1, 500],
    ])
  })

  test('are gone when they were deleted', async () => {
    await give(ada, { amountCents: 900 })
    await server.database.write(deleteTestDonations, { at: 2_000, actor: OPERATOR })
    expect(await listOwn(ada)).toEqual([])
  })
})
