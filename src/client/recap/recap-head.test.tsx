import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { Recap } from '#contract/crowns.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { RecapHead } from './recap-head.tsx'

const [START, END] = ['2026-12-01T20:00:00.000Z', '2026-12-01T21:00:00.000Z']

const ROUND = buildRound({
  id: 'r1',
  startsAt: START,
  endsAt: END,
  pending: 'begun',
  results: 1,
})

const RECAP: Recap = {
  now: END,
  ranks: 'donor',
  round: ROUND,
  startsAt: START,
  endsAt: END,
  total: { count: 1, amountCents: 900 },
  crowns: [],
  reigns: [{ name: 'Ada', from: START, to: null, value: 900 }],
  reignCount: 1,
  course: [{ at: START, cents: [900] }],
  closest: null,
  leap: null,
}

beforeEach(() => {
  stubBrowserApis()
  campaignStore.set(DEFAULT_CAMPAIGN)
})

test('nobody has won the round while a payment that counts is on its way', () => {
  render(<RecapHead recap={RECAP} />)
  const head = screen.getByRole('banner')
  expect(head.textContent).toContain('Ada won with $9.00')
  act(() => campaignStore.set({ ...DEFAULT_CAMPAIGN, lastRound: { ...ROUND, waiting: 2 } }))
  expect(head.textContent).toContain('Ada leads with $9.00')
})
