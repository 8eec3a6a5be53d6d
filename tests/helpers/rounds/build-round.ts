import type { Round } from '#contract/rounds.ts'

/** Builds a round of an hour without results; a test gives only what matters to it. */
export function buildRound(fields: Partial<Round> = {}): Round {
  return {
    id: 'r',
    name: 'Final hour',
    prize: null,
    ranks: 'donor',
    startsAt: '2026-12-01T20:00:00.000Z',
    endsAt: '2026-12-01T21:00:00.000Z',
    overtime: { used: 0, max: 0 },
    pending: 'captured',
    endedEarly: false,
    cancelled: false,
    results: null,
    ...fields,
  }
}
