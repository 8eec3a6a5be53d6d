import { expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { serveApi } from '#tests/helpers/page/page.ts'
import { fetchRankQuote } from './ranks.ts'

const { maxCents } = DEFAULT_CAMPAIGN.amounts

test.each([
  ['is told', 2_000 + maxCents, { position: 1, amountCents: maxCents }],
  ['is not told', 2_001 + maxCents, null],
])('of a sum, the next place %s by what one donation may be', async (_, sumCents, next) => {
  const target = { position: 1, amountCents: sumCents }
  const body = {
    version: 1,
    position: 2,
    amountCents: 2_500,
    passing: null,
    aims: [],
    next: target,
  }
  serveApi({ 'GET /api/boards/donors-all-time/rank': { body } })
  const { signal } = new AbortController()
  const request = { amountCents: 500, board: 'donors-all-time', sumCents: 2_000, signal } as const
  expect((await fetchRankQuote(request)).next).toEqual(next)
})
