import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ResultRow } from '#contract/rounds.ts'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { Ceremony } from './ceremony.tsx'

beforeEach(() => stubBrowserApis())

const AT = '2026-12-01T20:00:00.000Z'

const ROUND = buildRound({
  id: 'r1',
  ranks: 'donation',
  startsAt: AT,
  endsAt: AT,
  results: 1,
})

const ADA: ResultRow = { rank: 1, id: 'd1', name: 'Ada', amountCents: 900 }

function show(rows: ResultRow[], round = ROUND): HTMLElement {
  const total = { count: rows.length, amountCents: 0 }
  const results = { version: 1, recordedAt: AT, total, rows }
  render(<Ceremony round={round} results={results} onClose={() => {}} onHall={undefined} />)
  return screen.getByRole('dialog')
}

test('whoever sees the winner can share the recap, which tells who has won', async () => {
  const share = vi.fn<(invitation: ShareData) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { share })
  show([ADA])
  const button = screen.getByRole('button', { name: 'Share' })
  await act(async () => button.click())
  expect(share).toHaveBeenCalledExactlyOnceWith({
    title: 'Final hour · Donation Royale',
    text: 'Ada won Final hour with $9.00.',
    url: `${location.origin}/rounds/r1/recap`,
  })
})

test('a round that nobody won has nothing to share', () => {
  show([])
  expect(screen.getByText('The round is over. Nobody has given in it.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})

test('nobody has won while a payment that counts is on its way', () => {
  const dialog = show([ADA], { ...ROUND, waiting: 1 })
  expect(dialog.textContent).toContain('Ada leads with $9.00')
  expect(dialog.textContent).toContain('One payment that counts is still on its way.')
  expect(dialog.textContent).not.toContain('won')
})
