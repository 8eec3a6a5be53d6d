import type { Round } from '#contract/rounds.ts'
import type { ReadField } from '#client/ui/form/form.tsx'
import { readInstant } from '../../ui/local-time.ts'

export interface RoundBodyOptions {
  /** The campaign's time zone, in which the form takes times. */
  timeZone: string
  /** The round as the form has shown it; none for a new one. */
  shown: readonly Round[]
}

/**
 * Reads what the form sends: all of a new round, and of another one only what was changed. Its end may
 * be a later one by now than the form shows, which must not be taken back.
 */
export function readRoundBody(read: ReadField, options: RoundBodyOptions): Record<string, unknown> {
  const has = (name: string) => read(name) !== ''
  const readTime = (name: 'startsAt' | 'endsAt') => readRoundTime(read(name), name, options)
  const body = {
    name: read('name').trim(),
    prize: read('prize').trim(),
    endsAt: readTime('endsAt'),
    // A round that runs has no fields for these.
    ...(has('startsAt') && { startsAt: readTime('startsAt') }),
    ...(has('ranks') && { ranks: read('ranks') }),
    ...(has('overtimes') && { overtimes: Number(read('overtimes')) }),
    ...(has('pending') && { pending: read('pending') }),
  }
  const known = options.shown.map(toBody)
  const isSame = (name: string, value: unknown) => known.some((one) => one[name] === value)
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !isSame(name, value)))
}

/** Returns the instant of a time in the form. */
export function readRoundTime(
  local: string,
  name: 'startsAt' | 'endsAt',
  { timeZone, shown }: RoundBodyOptions,
): string {
  return readInstant(local, { timeZone, shown: shown.map((round) => round[name]) })
}

function toBody(round: Round): Record<string, unknown> {
  const { name, prize, ranks, pending, overtime, startsAt, endsAt } = round
  const texts = { name, prize: prize ?? '', ranks, pending, overtimes: overtime.max }
  return { ...texts, startsAt, endsAt }
}
