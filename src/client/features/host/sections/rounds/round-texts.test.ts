import { expect, test } from 'vitest'
import { listRoundFacts, previewRound } from './round-texts.ts'

const TEXTS = {
  name: 'Final hour',
  prize: ' ',
  startsAt: '2030-12-01T19:00:00.000Z',
  endsAt: '2030-12-01T20:30:00.000Z',
  ranks: 'donation',
  overtimes: '3',
}

test('a draft is previewed as if it had just begun, once it has a name', () => {
  const begunAt = Date.parse('2026-12-01T10:00:00Z')
  expect(previewRound({ ...TEXTS, name: ' ' }, begunAt)).toBeUndefined()
  expect(previewRound(TEXTS, begunAt)).toMatchObject({
    name: 'Final hour',
    prize: null,
    ranks: 'donation',
    endsAt: '2026-12-01T11:30:00.000Z',
    overtime: { used: 0, max: 3 },
  })
  expect(previewRound({ ...TEXTS, endsAt: '' }, begunAt)?.endsAt).toBe('2026-12-01T11:00:00.000Z')
})

test('a draft tells its times in the campaign’s zone and in UTC, its length and its overtime', () => {
  const plain = (timeZone: string, changes: Partial<typeof TEXTS> = {}) =>
    listRoundFacts({ ...TEXTS, ...changes }, timeZone).map(
      ({ name, lines }) => `${name}: ${lines.join(' = ').replaceAll('\u00A0', ' ')}`,
    )
  expect(plain('Europe/Berlin')).toEqual([
    'Starts: Dec 1, 2030, 8:00 PM (Europe/Berlin) = Dec 1, 2030, 7:00 PM UTC',
    'Ends: Dec 1, 2030, 9:30 PM (Europe/Berlin) = Dec 1, 2030, 8:30 PM UTC',
    'Length: 1 h 30 min',
    'Overtime: up to 3 min, until Dec 1, 2030, 9:33 PM',
  ])
  expect(plain('UTC', { overtimes: '', endsAt: TEXTS.startsAt })).toEqual([
    'Starts: Dec 1, 2030, 7:00 PM UTC',
    'Ends: Dec 1, 2030, 7:00 PM UTC',
    'Length: none: it must end after its start',
  ])
  expect(plain('UTC', { startsAt: '', endsAt: '' })).toEqual([])
})
