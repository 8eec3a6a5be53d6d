import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentsMode } from '#contract/config.ts'
import { enableSecondFactor } from '#tests/helpers/accounts/second-factor.ts'
import { readBoardPage } from '#tests/helpers/app/checkouts.ts'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import {
  buildPublicConfig,
  expectError,
  openTestApp,
  type TestResponse,
  type TestApp,
  type TestAppOptions,
  type TestDonor,
} from '#tests/helpers/app/app.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'

let server: TestApp

afterEach(() => server.close())

/** Opens a server with a donation of test money and one of real money. */
async function open(mode: PaymentsMode, options: TestAppOptions = {}): Promise<void> {
  server = await openTestApp({
    publicConfig: buildPublicConfig({ payments: mode }),
    adminEmail: undefined,
    ...options,
  })
  await book('Tess', 0)
  await book('Liv', 1)
}

async function book(name: string, livemode: 0 | 1): Promise<void> {
  const checkout = buildCheckout({ livemode })
  await server.database.write(insertCheckouts, checkout)
  await server.database.write(bookCaptures, buildCapture(checkout, { name }))
}

function deleteAll(caller: Pick<TestDonor, 'call'>): Promise<TestResponse> {
  return caller.call({ method: 'DELETE', url: '/api/donations/test' })
}

/** Returns the names of the donations that were not deleted, of both modes. */
async function namesKept(): Promise<(string | null)[]> {
  const { reader } = server.database
  const donations = await reader
    .selectFrom('donations')
    .select('name')
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute()
  return donations.map(({ name }) => name)
}

const MODES: PaymentsMode[] = ['sandbox', 'test', 'live']

describe('deleting all test donations', () => {
  test.each(MODES)('is not for visitors (%s mode)', async (mode) => {
    await open(mode)
    const before = await server.countRows()
    expectError(await deleteAll(server), 401, 'unauthenticated')
    expect(await server.countRows()).toEqual(before)
  })

  test.each(['sandbox', 'test'] as const)(
    'is open to all signed-in users (%s mode)',
    async (mode) => {
      await open(mode)
      const answer = await deleteAll(await server.signUp())
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ deleted: 1 })
      expect(await namesKept()).toEqual(['Liv'])
    },
  )

  test.each(['sandbox', 'test'] as const)(
    'is for the host alone, where there is one (%s mode)',
    async (mode) => {
      await open(mode, { adminEmail: 'host@royale.example' })
      const donor = await server.signUp()
      const sentence = expectError(await deleteAll(donor), 403, 'permission-denied')
      expect(sentence).toBe('Only the host may do this.')
      expect(await namesKept()).toEqual(['Liv', 'Tess'])
      const host = await server.signUpHost()
      expect((await deleteAll(host)).json()).toEqual({ deleted: 1 })
    },
  )

  test('is refused to an account with the address of the host that is not confirmed', async () => {
    await open('sandbox', { adminEmail: 'host@royale.example' })
    const impostor = await server.signUp('host@royale.example')
    expectError(await deleteAll(impostor), 403, 'permission-denied')
    expect(await namesKept()).toEqual(['Liv', 'Tess'])
  })

  test('is refused to donors in live mode', async () => {
    await open('live')
    const donor = await server.signUp()
    const before = await server.countRows()
    expectError(await deleteAll(donor), 403, 'permission-denied')
    expect(await server.countRows()).toEqual(before)
  })

  test.each(MODES)('leaves live donations alone, for the host too (%s mode)', async (mode) => {
    await open(mode, { adminEmail: 'host@royale.example' })
    const host = await enableSecondFactor(server, await server.signUpHost())
    expect((await deleteAll(host)).json()).toEqual({ deleted: 1 })
    expect((await deleteAll(host)).json()).toEqual({ deleted: 0 })
    expect(await namesKept()).toEqual(['Liv'])
  })

  test('asks the host for a second factor in live mode', async () => {
    await open('live', { adminEmail: 'host@royale.example' })
    const answer = await deleteAll(await server.signUpHost())
    expectError(answer, 403, 'permission-denied')
    expect(answer.json()).toMatchObject({ error: { reason: 'SECOND_FACTOR_MISSING' } })
    expect(await namesKept()).toEqual(['Liv', 'Tess'])
  })

  test('takes them off the board, and off nothing else', async () => {
    await open('sandbox')
    const before = await server.countRows()
    await deleteAll(await server.signUp())
    const board = await readBoardPage(server)
    expect(board).toMatchObject({ total: { count: 0, amountCents: 0 }, entries: [] })
    expect(await namesKept()).toEqual(['Liv'])
    expect(await server.countRows()).toMatchObject({
      ledger_entries: before['ledger_entries'],
      checkouts: before['checkouts'],
    })
  })

  test('does not let a webhook that comes late bring one back', async () => {
    server = await openTestApp({ adminEmail: undefined })
    const checkout = buildCheckout()
    await server.database.write(insertCheckouts, checkout)
    await server.database.write(bookCaptures, buildCapture(checkout))
    await deleteAll(await server.signUp())
    expect(await server.database.write(bookCaptures, buildCapture(checkout))).toBeNull()
    expect(await namesKept()).toEqual([])
  })

  test('ignores the body', async () => {
    await open('live')
    const donor = await server.signUp()
    const payload = {
      role: 'admin',
      isHost: true,
      email: 'host@royale.example',
      livemode: 1,
      all: true,
    }
    const answer = await donor.call({ method: 'DELETE', url: '/api/donations/test', payload })
    expectError(answer, 403, 'permission-denied')
  })
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  'no other request changes donations: %s',
  async (method) => {
    await open('sandbox')
    const donor = await server.signUp()
    const before = await server.countRows()
    for (const url of ['/api/donations', '/api/donations/some-donation', '/api/leaderboard']) {
      const { statusCode } = await donor.call({ method, url, payload: {} })
      expect([404, 405]).toContain(statusCode)
    }
    expect(await server.countRows()).toEqual(before)
  },
)
