import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errorBodySchema } from '#contract/errors.ts'
import { leaderboardPageSchema, rankQuoteSchema } from '#contract/leaderboard.ts'
import { startLiveServer, type LiveServer } from '#tests/helpers/live/live-server.ts'

const TIMESTAMP = '2026-11-01T12:00:00.000Z'

let server: LiveServer

beforeEach(async () => {
  server = await startLiveServer()
  const timestamp = Date.parse(TIMESTAMP)
  await server.change(
    { id: 'a', name: 'Ada', amountCents: 900, timestamp },
    { id: 'b', name: 'Bo', amountCents: 500, timestamp },
    { id: 'c', name: 'Cy', amountCents: 100, timestamp },
  )
})

afterEach(() => server.close())

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(server.origin + path)
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, body: await response.json() }
}

describe('GET /api/leaderboard', () => {
  test('answers a stretch, and the cursor of the next', async () => {
    const { body } = await get('/api/leaderboard?limit=2')
    const { next, ...page } = leaderboardPageSchema.strict().parse(body)
    expect(page).toEqual({
      version: 3,
      total: { count: 3, amountCents: 1_500 },
      entries: [
        { position: 1, id: 'a', name: 'Ada', amountCents: 900, timestamp: TIMESTAMP },
        { position: 2, id: 'b', name: 'Bo', amountCents: 500, timestamp: TIMESTAMP },
      ],
    })
    const following = await get(`/api/leaderboard?after=${next}`)
    expect(following.body).toMatchObject({ entries: [{ position: 3, id: 'c' }], next: null })
  })

  test.each(['limit=0', 'limit=501', 'limit=1.5', 'limit=many', 'after=nonsense'])(
    'refuses %s with a sentence',
    async (query) => {
      const { status, body } = await get(`/api/leaderboard?${query}`)
      expect(status).toBe(400)
      const { error } = errorBodySchema.parse(body)
      expect(error.code).toBe('invalid-argument')
      expect(error.message).toMatch(/^[A-Z].*\.$/)
    },
  )
})

describe('GET /api/leaderboard/rank', () => {
  test('returns the position of an amount and the price of the next one', async () => {
    const { body } = await get('/api/leaderboard/rank?amountCents=300')
    expect(rankQuoteSchema.strict().parse(body)).toEqual({
      version: 3,
      position: 3,
      amountCents: 300,
      next: { position: 2, amountCents: 501 },
      passing: { id: 'c', name: 'Cy', amountCents: 100 },
      aims: [{ position: 1, amountCents: 901 }],
    })
  })

  test('aims at the places that are asked for', async () => {
    const { body } = await get('/api/leaderboard/rank?amountCents=300&positions=2')
    expect(body).toMatchObject({ aims: [{ position: 2, amountCents: 501 }] })
  })

  test.each([
    '',
    'amountCents=0',
    'amountCents=-1',
    'amountCents=1.5',
    'amountCents=1e30',
    'amountCents=300&positions=',
    'amountCents=300&positions=0',
    'amountCents=300&positions=-1',
    'amountCents=300&positions=1.5',
    'amountCents=300&positions=first',
    'amountCents=300&positions=1,,2',
    'amountCents=300&positions=1&positions=2',
    'amountCents=300&positions=1,2,3,4,5,6,7,8,9,10,11',
  ])('refuses %j with a sentence', async (query) => {
    const { status, body } = await get(`/api/leaderboard/rank?${query}`)
    expect(status).toBe(400)
    const { error } = errorBodySchema.parse(body)
    expect(error.code).toBe('invalid-argument')
    expect(error.message).toMatch(/^[A-Z].*\.$/)
  })
})
