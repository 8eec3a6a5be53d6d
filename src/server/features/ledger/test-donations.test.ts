import { afterEach, describe, expect, test } from 'vitest'
import type { PaymentsMode } from '#contract/config.ts'
import { buildCapture, buildCheckout } from '../../../../tests/helpers/builders.ts'
import {
  buildPublicConfig,
  expectError,
  openTestApp,
  type Answer,
  type TestApp,
  type TestDonor,
} from '../../../../tests/helpers/app.ts'
import { bookCaptures, insertCheckouts } from '../checkouts/store.ts'

const HOST = 'host@royale.example'

let server: TestApp

afterEach(() => server.close())

/** A server with a donation of test money and one of live money. */
async function open(mode: PaymentsMode): Promise<void> {
  server = await openTestApp({ publicConfig: buildPublicConfig({ payments: mode }) })
  await book('Tess', 0)
  await book('Liv', 1)
}

async function book(name: string, livemode: 0 | 1): Promise<void> {
  const checkout = buildCheckout({ livemode })
  await server.database.write(insertCheckouts, checkout)
  await server.database.write(bookCaptures, buildCapture(checkout, { name }))
}

function deleteAll(caller: Pick<TestDonor, 'call'>): Promise<Answer> {
  return caller.call({ method: 'DELETE', url: '/api/donations/test' })
}

async function namesShown(): Promise<string[]> {
  const answer = await server.call({ url: '/api/donations' })
  return answer.json<{ donations: { name: string }[] }>().donations.map(({ name }) => name)
}

const MODES: PaymentsMode[] = ['sandbox', 'test', 'live']

describe('deleting all test donations', () => {
  test.each(MODES)('is not for visitors (%s mode)', async (mode) => {
    await open(mode)
    const before = await server.countRows()
    expectError(await deleteAll(server), 401, 'unauthenticated')
    expect(await server.countRows()).toEqual(before)
  })

  test.each(['sandbox', 'test'] as const)('is for whoever is signed in (%s mode)', async (mode) => {
    await open(mode)
    const answer = await deleteAll(await server.signUp())
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ deleted: 1 })
    expect(await namesShown()).toEqual(['Liv'])
  })

  test('is refused to donors in live mode', async () => {
    await open('live')
    const donor = await server.signUp()
    const before = await server.countRows()
    expectError(await deleteAll(donor), 403, 'permission-denied')
    expect(await server.countRows()).toEqual(before)
  })

  test.each(MODES)('leaves live donations alone, for the host too (%s mode)', async (mode) => {
    await open(mode)
    const host = await server.signUp(HOST)
    expect((await deleteAll(host)).json()).toEqual({ deleted: 1 })
    expect((await deleteAll(host)).json()).toEqual({ deleted: 0 })
    expect(await namesShown()).toEqual(['Liv'])
  })

  test('takes them off the board, and off nothing else', async () => {
    await open('sandbox')
    const before = await server.countRows()
    await deleteAll(await server.signUp())
    const answer = await server.call({ url: '/api/leaderboard' })
    expect(answer.json()).toMatchObject({
      total: { count: 1, amountCents: 500 },
      entries: [{ position: 1, name: 'Liv' }],
    })
    expect(await server.countRows()).toMatchObject({
      ledger_entries: before['ledger_entries'],
      checkouts: before['checkouts'],
    })
  })

  test('does not let a webhook that comes late bring one back', async () => {
    server = await openTestApp()
    const checkout = buildCheckout()
    await server.database.write(insertCheckouts, checkout)
    await server.database.write(bookCaptures, buildCapture(checkout))
    await deleteAll(await server.signUp())
    expect(await server.database.write(bookCaptures, buildCapture(checkout))).toBeNull()
    expect(await namesShown()).toEqual([])
  })

  test('takes no heed of what the body says', async () => {
    await open('live')
    const donor = await server.signUp()
    const payload = { role: 'admin', isHost: true, email: HOST, livemode: 1, all: true }
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
