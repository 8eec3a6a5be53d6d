import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { RankQuote } from '#contract/leaderboard.ts'
import type { OwnLimits } from '#contract/spending.ts'
import { buildConfig } from '#tests/helpers/page/config.ts'
import { NO_LIMITS } from '#tests/helpers/page/own-limits.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { forgetConfig } from '#client/lib/config.ts'
import { DonatePanel } from '../donate-panel.tsx'
import { PaymentTracker } from '../tracking/payment-tracker.ts'

const RANK: RankQuote = {
  version: 1,
  position: 15,
  amountCents: 500,
  next: { position: 14, amountCents: 641 },
  passing: null,
  aims: [
    { position: 14, amountCents: 641 },
    { position: 10, amountCents: 1201 },
    { position: 1, amountCents: 25_001 },
  ],
}

const PAUSED: OwnLimits = { ...NO_LIMITS, pausedUntil: '2099-01-01T10:30:00Z' }

/** Returns the limits of a donor to whom one a day leaves so much. */
function leave(leftCents: number): OwnLimits {
  const endsAt = '2099-01-01T00:00:00Z'
  const day = { span: 'day', limitCents: 5_000, isOwn: true, openCents: 0, leftCents, endsAt }
  return { ...NO_LIMITS, left: [{ ...day, span: 'day' }] }
}

beforeEach(() => {
  sessionStorage.clear()
  stubBrowserApis()
  forgetConfig()
})

const serve = (limits: OwnLimits) =>
  serveApi({
    'GET /api/config': { body: buildConfig() },
    'GET /api/checkouts': { body: { checkouts: [] } },
    'GET /api/leaderboard/rank': { body: RANK },
    'GET /api/me/limits': { body: limits },
  })

async function open(limits: OwnLimits) {
  serve(limits)
  const props = { focusRequested: false, onFocused: () => {}, payments: new PaymentTracker() }
  await act(async () =>
    render(
      <Suspense>
        <DonatePanel {...props} />
      </Suspense>,
    ),
  )
  await screen.findByText(/#15/)
}

const chips = () =>
  [...screen.getByRole('group', { name: 'Quick amounts' }).querySelectorAll('button')]
    .filter((chip) => !chip.disabled)
    .map((chip) => chip.textContent)
const places = () => screen.queryByRole('group', { name: 'Places to aim for' })
const readPlaces = () => places()?.textContent
const rungs = () =>
  [...(places()?.querySelectorAll('button') ?? [])].map((rung) =>
    rung.textContent.split(' ').at(-1),
  )

test('a donor without a limit is offered all amounts and places', async () => {
  await open(NO_LIMITS)
  expect(chips()).toEqual(['$5', '$10', '$25', '$100'])
  await expect.poll(rungs).toEqual(['$250.01', '$12.01', '$6.41'])
})

test('no amount is offered, nor a place, that is more than a limit leaves', async () => {
  await open(leave(2_000))
  expect(chips()).toEqual(['$5', '$10'])
  await expect.poll(rungs).toEqual(['$12.01', '$6.41'])
})

test('where a limit leaves too little for any place, the ladder says so', async () => {
  await open(leave(600))
  await expect.poll(readPlaces).toBe('The places above are more than you may give now.')
})

test('a donor who has paused is offered nothing', async () => {
  await open(PAUSED)
  expect(chips()).toEqual([])
  await expect.poll(readPlaces).toBe('The places above are more than you may give now.')
})

test('a pause that began in another tab is told once the page is seen again', async () => {
  await open(NO_LIMITS)
  expect(screen.queryByText(/paused/)).toBeNull()
  serve(PAUSED)
  fireEvent(document, new Event('visibilitychange'))
  expect(await screen.findByText(/^You have paused your donations until/)).toBeDefined()
})
