import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Round } from '#contract/rounds.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { NamelessDonations } from './nameless-donations.tsx'

const DONATION = {
  id: 'x',
  name: null,
  amountCents: 500,
  timestamp: '2026-11-22T00:00:00.000Z',
  position: null,
}

test('a donation without a name is shown to its donor as of a donor, and that others do not see it', () => {
  render(<NamelessDonations donations={[DONATION]} round={undefined} />)
  const name = 'Only you see this: the payment came without a name'
  const group = within(screen.getByRole('region', { name }))
  expect(group.getByRole('listitem').textContent).toBe('A donor$5.00')
  expect(group.getByRole('link', { name: 'Give it a name' }).getAttribute('href')).toBe('/me')
})

test('while a round runs, its donor is told that only a name given before the end counts there', () => {
  const show = (round: Round) => {
    const { container, unmount } = render(
      <NamelessDonations donations={[DONATION]} round={round} />,
    )
    const text = container.textContent
    unmount()
    return text
  }
  const words = 'In the round it counts only if it has one before the end.'
  const now = Date.now()
  const toIso = (ms: number) => new Date(ms).toISOString()
  const between = (from: number, until: number) =>
    buildRound({ startsAt: toIso(from), endsAt: toIso(until) })
  expect(show(between(now - 1_000, now + 60_000))).toContain(words)
  expect(show(between(now - 60_000, now - 1_000))).not.toContain(words)
  expect(show(between(now + 60_000, now + 120_000))).not.toContain(words)
})
