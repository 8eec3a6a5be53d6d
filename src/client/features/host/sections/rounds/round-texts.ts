import { OVERTIME_MS } from '#contract/round-times.ts'
import type { Round } from '#contract/rounds.ts'
import { formatDuration } from '#client/lib/durations.ts'
import { formatMoment } from '#client/lib/moments.ts'
import { toLocal } from '../../ui/local-time.ts'

/** The texts in the form of a round. */
export interface RoundTexts {
  name: string
  prize: string
  /** Both are instants; empty while there is none. */
  startsAt: string
  endsAt: string
  ranks: string
  overtimes: string
}

/** The length of a round in the preview before both of its times are typed, ms. */
const USUAL_MS = 3_600_000

/**
 * Returns the round that the page would show, as if it had begun at `begunAt`, Unix ms; undefined
 * before it has a name.
 */
export function previewRound(texts: RoundTexts, begunAt: number): Round | undefined {
  if (texts.name.trim() === '') return undefined
  const length = readLength(texts)
  const lengthMs = length !== undefined && length > 0 ? length : USUAL_MS
  return {
    // Another length is another round, not one that was extended.
    id: `draft-${lengthMs}`,
    name: texts.name,
    prize: texts.prize.trim() === '' ? null : texts.prize,
    ranks: texts.ranks === 'donation' ? 'donation' : 'donor',
    startsAt: new Date(begunAt).toISOString(),
    endsAt: new Date(begunAt + lengthMs).toISOString(),
    overtime: { used: 0, max: readOvertimes(texts) },
    pending: 'captured',
    endedEarly: false,
    cancelled: false,
    results: null,
  }
}

/** A fact of a draft: its name, and what it comes to, a line each. */
export interface RoundFact {
  name: string
  lines: string[]
}

/** Lists when a draft begins and ends, in UTC too where that differs, and how long it can be. */
export function listRoundFacts(texts: RoundTexts, timeZone: string): RoundFact[] {
  const { startsAt, endsAt } = texts
  const length = readLength(texts)
  const overtimeMs = readOvertimes(texts) * OVERTIME_MS
  const facts: RoundFact[] = []
  if (startsAt !== '') facts.push({ name: 'Starts', lines: tellMoment(startsAt, timeZone) })
  if (endsAt !== '') facts.push({ name: 'Ends', lines: tellMoment(endsAt, timeZone) })
  if (length !== undefined) facts.push({ name: 'Length', lines: [tellLength(length)] })
  if (endsAt !== '' && overtimeMs > 0) {
    const latest = Date.parse(endsAt) + overtimeMs
    const until = `until ${formatMoment(latest, undefined, timeZone)}`
    facts.push({ name: 'Overtime', lines: [`up to ${formatDuration(overtimeMs)}, ${until}`] })
  }
  return facts
}

function readLength({ startsAt, endsAt }: RoundTexts): number | undefined {
  if (startsAt === '' || endsAt === '') return undefined
  return Date.parse(endsAt) - Date.parse(startsAt)
}

function readOvertimes({ overtimes }: RoundTexts): number {
  const count = Math.floor(Number(overtimes))
  return count > 0 ? count : 0
}

function tellMoment(instant: string, timeZone: string): string[] {
  const tellIn = (zone: string) =>
    `${formatMoment(Date.parse(instant), undefined, zone)} ${zone === 'UTC' ? 'UTC' : `(${zone})`}`
  const isUtc = toLocal(instant, timeZone) === toLocal(instant, 'UTC')
  return isUtc ? [tellIn('UTC')] : [tellIn(timeZone), tellIn('UTC')]
}

function tellLength(lengthMs: number): string {
  return lengthMs > 0 ? formatDuration(lengthMs) : 'none: it must end after its start'
}
