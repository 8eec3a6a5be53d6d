import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  openTestApp,
  expectError,
  type TestResponse,
  type TestApp,
} from '#tests/helpers/app/app.ts'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'

let server: TestApp
let now: number

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21)
  server = await openTestApp({ clock: () => now })
})

afterEach(() => server.close())

/** Books a donation and returns its id. */
async function give(name: string, amountCents: number): Promise<string> {
  const checkout = buildCheckout({ amount_cents: amountCents })
  await server.database.write(insertCheckouts, checkout)
  await server.database.write(bookCaptures, buildCapture(checkout, { name }))
  // Reading a rank makes the board catch up.
  await server.call({ url: `/cards/donation/${checkout.donation_id}x.png` })
  return checkout.donation_id
}

const top = (headers = {}) => server.call({ url: '/cards/top.png', headers })
const rankCard = (id: string) => server.call({ url: `/cards/donation/${id}.png` })

async function expectCard(answer: TestResponse): Promise<void> {
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('image/png')
  expect(answer.headers['cache-control']).toBe('public, max-age=10')
  const { width, height, format } = await sharp(answer.rawPayload).metadata()
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' })
}

describe('the card of the board', () => {
  test('is there while nobody has donated', async () => {
    await expectCard(await top())
  })

  test('is drawn once for all who ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => top()))
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(1)
    await Promise.all(answers.map(expectCard))
  })

  test('shows older amounts for ten seconds, and follows the board then', async () => {
    for (const cents of [900, 800, 700]) await give('Nova', cents)
    const first = await top()
    await give('Vega', 500)
    now += 9_999
    expect((await top()).headers['etag']).toBe(first.headers['etag'])
    now += 1
    expect((await top()).headers['etag']).toBe(first.headers['etag'])
    await expect.poll(async () => (await top()).headers['etag']).not.toBe(first.headers['etag'])
  })

  test('shows no other names than the board: until it may be drawn, there is the static picture', async () => {
    await give('Nova', 900)
    const first = await top()
    await give('Vega', 1_000)
    const early = await top()
    expect(early.statusCode).toBe(302)
    expect(early.headers).toMatchObject({ location: '/og.png', 'cache-control': 'no-store' })
    now += 1_000
    const next = await top()
    await expectCard(next)
    expect(next.headers['etag']).not.toBe(first.headers['etag'])
  })

  test('is not sent again to whoever has it', async () => {
    const { headers } = await top()
    const again = await top({ 'if-none-match': headers['etag'] })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
  })

  test('may be shown on other pages, under the same policy as everything else', async () => {
    const { headers } = await top()
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
  })
})

describe('the card of a donation', () => {
  test('is there for what the board shows', async () => {
    await expectCard(await rankCard(await give('Nova', 900)))
  })

  test.each(['unknown', '..%2f..%2fog', '%00', 'a'.repeat(65), '%3Csvg%3E'])(
    'of the id %s is not found',
    async (id) => {
      expectError(await rankCard(id), 404, 'not-found')
    },
  )

  test('is drawn once a second over all donations; meanwhile there is the card of the board', async () => {
    const nova = await give('Nova', 900)
    const vega = await give('Vega', 500)
    await expectCard(await rankCard(nova))
    const early = await rankCard(vega)
    expect(early.statusCode).toBe(302)
    expect(early.headers).toMatchObject({
      location: '/cards/top.png',
      'cache-control': 'no-store',
    })
    await expectCard(await rankCard(nova))
    now += 1_000
    await expectCard(await rankCard(vega))
  })

  test('follows the rank, and is an older one until it may be drawn again', async () => {
    const nova = await give('Nova', 900)
    const first = await rankCard(nova)
    await give('Vega', 1_000)
    expect((await rankCard(nova)).headers['etag']).toBe(first.headers['etag'])
    now += 1_000
    expect((await rankCard(nova)).headers['etag']).not.toBe(first.headers['etag'])
  })
})
