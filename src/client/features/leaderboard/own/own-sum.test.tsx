import { render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { OwnPlace } from '#contract/own-place.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { serveApi } from '#tests/helpers/page/page.ts'
import { buildEntries } from '../live/board-builders.ts'
import type { BoardView } from '../live/leaderboard-view.ts'
import { OwnSum, type OwnSumProps } from './own-sum.ts'

afterEach(() => campaignStore.set(DEFAULT_CAMPAIGN))

/** Returns what passes the row above a sum of $20: on loaded rows, or as the server tells it. */
async function findNext(aboveCents: number, from: 'rows' | 'server', own: Partial<OwnPlace> = {}) {
  const above = { name: 'Donor d1', amountCents: aboveCents }
  const place = { position: 2, amountCents: 2_000, above }
  serveApi({ 'GET /api/boards/donors-all-time/own': { body: { id: 'd2', place, ...own } } })
  const board: BoardView = {
    rows: from === 'rows' ? buildEntries(aboveCents, 2_000) : [],
    total: { count: 2, amountCents: 1 },
    version: 1,
    asOf: 0,
    more: 'none',
    arrivals: [],
    firstPositions: new Map(),
  }
  const onSum = vi.fn<OwnSumProps['onSum']>()
  render(<OwnSum boardId="donors-all-time" board={board} onSum={onSum} />)
  await waitFor(() => expect(onSum).toHaveBeenCalled())
  return onSum.mock.lastCall?.[0].next
}

test.each(['rows', 'server'] as const)(
  'what passes the row above may be paid: %s',
  async (from) => {
    const name = 'Donor d1'
    expect(await findNext(2_500, from)).toEqual({ moreCents: 501, name })
    expect(await findNext(2_000, from)).toEqual({ moreCents: 100, name })
    const amounts = { ...DEFAULT_CAMPAIGN.amounts, maxCents: 10_000 }
    campaignStore.set({ ...DEFAULT_CAMPAIGN, amounts })
    expect(await findNext(90_000, from)).toBeNull()
  },
)

test('on a board of teams, what passes the team above may be paid', async () => {
  const above = { name: 'Orion', amountCents: 2_000 }
  const place = { position: 2, amountCents: 2_000, above, passCents: 3 }
  expect(await findNext(2_000, 'server', { place })).toEqual({ moreCents: 100, name: 'Orion' })
})
