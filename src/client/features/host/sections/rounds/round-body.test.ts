import { expect, test } from 'vitest'
import type { Round } from '#contract/rounds.ts'
import { buildRound } from '#tests/helpers/rounds/build-round.ts'
import { readRoundBody } from './round-body.ts'

const ROUND = buildRound({
  startsAt: '2026-12-01T19:00:00.000Z',
  endsAt: '2026-12-01T20:00:00.000Z',
  overtime: { used: 0, max: 3 },
})

const RUNNING = { name: 'Last hour', prize: '', endsAt: '2026-12-01T21:00:00' }

function read(fields: Record<string, string>, shown: readonly Round[]) {
  return readRoundBody((name) => fields[name] ?? '', { timeZone: 'Europe/Berlin', shown })
}

test('a new round is sent whole, with its times in the campaign’s zone', () => {
  const rules = { startsAt: '2026-12-01T20:00', ranks: 'donor', overtimes: '0', pending: 'begun' }
  expect(read({ ...RUNNING, ...rules }, [])).toEqual({
    name: 'Last hour',
    prize: '',
    startsAt: '2026-12-01T19:00:00.000Z',
    endsAt: '2026-12-01T20:00:00.000Z',
    ranks: 'donor',
    overtimes: 0,
    pending: 'begun',
  })
})

test('of a round only what was changed is sent, also if overtime was added meanwhile', () => {
  expect(read(RUNNING, [ROUND])).toEqual({ name: 'Last hour' })
  const longer = { ...ROUND, endsAt: '2026-12-01T20:01:00.000Z' }
  expect(read(RUNNING, [ROUND, longer])).toEqual({ name: 'Last hour' })
  const later = { ...RUNNING, endsAt: '2026-12-01T21:30' }
  expect(read(later, [ROUND, longer])).toEqual({
    name: 'Last hour',
    endsAt: '2026-12-01T20:30:00.000Z',
  })
})

test('a time that nobody changed stays, also in an hour that comes twice', () => {
  for (const endsAt of ['2027-10-31T00:30:00.250Z', '2027-10-31T01:30:00.250Z']) {
    const fields = { ...RUNNING, endsAt: '2027-10-31T02:30' }
    expect(read(fields, [{ ...ROUND, endsAt }])).toEqual({ name: 'Last hour' })
  }
})
