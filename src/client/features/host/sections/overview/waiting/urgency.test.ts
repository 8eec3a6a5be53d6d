import { expect, test } from 'vitest'
import type { Concern } from '#contract/concerns.ts'
import { listOpen, readFacts } from './urgency.ts'

const buildConcern = (id: string, details: Concern['details'], endedAt: string | null = null) => ({
  id,
  kind: 'dispute_open',
  subject: id,
  message: 'A dispute.',
  details,
  provider: 'stripe',
  openedAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-20T10:00:00.000Z',
  endedAt,
  resolution: null,
  resolvedBy: null,
  reason: null,
  resolutions: [],
})

test('the nearest deadline comes first, then what has none, in the order of arrival', () => {
  const concerns = [
    buildConcern('none', {}),
    buildConcern('late', { respondBy: '2026-12-01T00:00:00.000Z' }),
    buildConcern('ended', { respondBy: '2026-11-21T00:00:00.000Z' }, '2026-11-20T11:00:00.000Z'),
    buildConcern('none either', { respondBy: null }),
    buildConcern('soon', { respondBy: '2026-11-27T00:00:00.000Z' }),
  ]
  expect(listOpen(concerns).map(({ id }) => id)).toEqual(['soon', 'late', 'none', 'none either'])
})

test('details of another form tell nothing', () => {
  const odd = { amountCents: '5', respondBy: 'soon', donationId: null }
  const facts = readFacts(buildConcern('odd', odd))
  expect(facts).toEqual({ amountCents: undefined, deadline: undefined, donationId: undefined })
})
