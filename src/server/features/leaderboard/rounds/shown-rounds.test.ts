import { describe, expect, test } from 'vitest'
import type { RoundRow } from './round.ts'
import type { KnownRound } from './round-reads.ts'
import { chooseShown } from './shown-rounds.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

const END = Date.parse('2026-12-01T21:00:00Z')

function build(name: string, fields: Partial<RoundRow> = {}): KnownRound {
  const row: RoundRow = {
    id: name,
    livemode: 0,
    name,
    prize: null,
    ranks: 'donor',
    pending: 'captured',
    starts_at: END - 60 * MINUTE,
    ends_at: END,
    overtimes: 0,
    overtimes_used: 0,
    ended_early: 0,
    cancelled_at: null,
    created_at: END - DAY,
    ...fields,
  }
  return { row, results: null }
}

/** Returns the name of the current round at a time. */
function nameAt(rounds: readonly KnownRound[], now: number): string | undefined {
  const byStart = rounds.toSorted((a, b) => b.row.starts_at - a.row.starts_at)
  return chooseShown(byStart, now).current?.row.name
}

describe('a cancelled round', () => {
  const final = build('Grand final')
  const nextWeek = { starts_at: END + 7 * DAY, ends_at: END + 8 * DAY }

  test.each([
    ['five minutes before the end', -5 * MINUTE],
    ['while the payments are counted', 3 * SECOND],
  ])('of next week that was cancelled %s never hides the end of another', (_when, byMs) => {
    const later = build('Next week', { ...nextWeek, cancelled_at: END + byMs })
    for (const after of [4 * SECOND, 10 * SECOND, 90 * SECOND]) {
      expect(nameAt([final, later], END + after)).toBe('Grand final')
    }
  })

  test('that came before the end of another is no news any more', () => {
    const wrong = build('Wrong round', { cancelled_at: END - 5 * MINUTE })
    const copy = build('Corrected round', { starts_at: END - 4 * MINUTE })
    expect(nameAt([wrong, copy], END - 1)).toBe('Corrected round')
    expect(nameAt([wrong, copy], END + 4 * MINUTE)).toBe('Corrected round')
  })

  test('is told for ten minutes if it ran, also right after another one', () => {
    const ran = build('Second heat', { starts_at: END, ends_at: END + DAY })
    ran.row.cancelled_at = END + 30 * SECOND
    expect(nameAt([final, ran], END + 31 * SECOND)).toBe('Second heat')
    expect(nameAt([final, ran], END + 10 * MINUTE)).toBe('Second heat')
    expect(nameAt([final, ran], END + 11 * MINUTE)).toBe('Grand final')
  })

  test('is told for ten minutes while nothing is more urgent', () => {
    const later = build('Next week', { ...nextWeek, cancelled_at: END + 30 * MINUTE })
    expect(nameAt([final, later], END + 31 * MINUTE)).toBe('Next week')
    expect(nameAt([final, later], END + 40 * MINUTE)).toBe('Grand final')
    const soon = build('Soon', { starts_at: END + 35 * MINUTE, ends_at: END + DAY })
    expect(nameAt([final, later, soon], END + 31 * MINUTE)).toBe('Soon')
  })
})

describe('a round that has ended', () => {
  const heat = build('Heat')
  const next = (byMs: number) => build('Next heat', { starts_at: END + byMs, ends_at: END + DAY })

  /** Returns the names of the current round and of the last one at a time. */
  function namesAt(rounds: readonly KnownRound[], now: number) {
    const { current, last } = chooseShown(rounds, now)
    return [current?.row.name, last?.row.name]
  }

  test('is current for two minutes though another begins soon, and is told beside it for five', () => {
    const rounds = [next(5 * MINUTE), heat]
    expect(namesAt(rounds, END - 1)).toEqual(['Heat', undefined])
    expect(namesAt(rounds, END)).toEqual(['Heat', undefined])
    expect(namesAt(rounds, END + 2 * MINUTE - 1)).toEqual(['Heat', undefined])
    expect(namesAt(rounds, END + 2 * MINUTE)).toEqual(['Next heat', 'Heat'])
    expect(namesAt(rounds, END + 5 * MINUTE)).toEqual(['Next heat', undefined])
  })

  test('is the last one if another begins at once', () => {
    const rounds = [next(0), heat]
    expect(namesAt(rounds, END - 1)).toEqual(['Heat', undefined])
    expect(namesAt(rounds, END)).toEqual(['Next heat', 'Heat'])
    expect(namesAt(rounds, END + 5 * MINUTE)).toEqual(['Next heat', undefined])
  })

  test('is the last one beside one that ran and was cancelled', () => {
    const ran = next(0)
    ran.row.cancelled_at = END + 30 * SECOND
    expect(namesAt([ran, heat], END + 31 * SECOND)).toEqual(['Next heat', 'Heat'])
  })
})
