import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { HostMatch } from '#contract/host/matches.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { MatchForm } from './match-form.tsx'

const timeZone = 'America/New_York'

const MATCH: HostMatch = {
  id: 'm1',
  sponsor: 'Acme',
  ratePercent: 100,
  capCents: 50_000,
  startsAt: '2026-10-20T10:00:00.000Z',
  // The second 1:30 of that night.
  endsAt: '2026-11-01T06:30:00.000Z',
  stoppedEarly: false,
  over: false,
  matchedCents: 0,
  countedCents: 0,
  cancelled: false,
}

beforeEach(() => stubBrowserApis())

test('a larger cap leaves the end of a match as it is, also in an hour that comes twice', async () => {
  const now = '2026-10-21T10:00:00.000Z'
  const list = { now, timeZone, matches: [], isWhole: true }
  const requests = serveApi({ 'PATCH /api/host/matches/m1': { body: list } })
  const noop = () => {}
  render(<MatchForm match={MATCH} now={now} timeZone={timeZone} onDraft={noop} onDone={noop} />)
  fireEvent.change(screen.getByLabelText('At most (USD)'), { target: { value: '900' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save the match' })))
  expect(requests[0]?.body).toEqual({ sponsor: 'Acme', capCents: 90_000, endsAt: MATCH.endsAt })
})
