import type { HoldReason, ScreeningSettings } from '#contract/host/texts.ts'
import type { TextState } from '#server/infra/database/schema/text-tables.ts'
import { findListed, findOwnWord } from './word-list.ts'

/** The texts that would be shown, null where there is none. */
export interface Screened {
  name: string | null
  message: string | null
  /** The donated amount. */
  amountCents: number
}

/** The result of screening: whether texts are held, and why. */
export interface Screening {
  state: TextState
  reasons: HoldReason[]
}

export type ScreeningRules = Pick<ScreeningSettings, 'mode' | 'words' | 'amountsCents'>

/**
 * Screens texts. The host's own words and amounts deny them; what the word list finds waits for a
 * person, because such a list is also wrong at times.
 */
export function screen(texts: Screened, rules: ScreeningRules): Screening {
  const isEmpty = texts.name === null && texts.message === null
  if (rules.mode === 'off' || isEmpty) return { state: 'clear', reasons: [] }
  const denials = findDenials(texts, rules)
  const listed = findListedReasons(texts)
  const reasons = [...denials, ...listed]
  if (denials.length > 0) return { state: 'denied', reasons }
  if (listed.length > 0) return { state: 'flagged', reasons }
  if (rules.mode === 'automatic') return { state: 'clear', reasons }
  return { state: 'pending', reasons: [{ cause: 'hold', field: null, match: null }] }
}

function findDenials(
  { name, message, amountCents }: Screened,
  { words, amountsCents }: ScreeningRules,
): HoldReason[] {
  const byWord = [...textsOf({ name, message })].flatMap(([field, text]) => {
    const match = findOwnWord(text, words)
    return match === null ? [] : [{ cause: 'word' as const, field, match }]
  })
  const isListed = amountsCents.includes(amountCents)
  return isListed ? [...byWord, { cause: 'amount', field: null, match: null }] : byWord
}

function findListedReasons(texts: Pick<Screened, 'name' | 'message'>): HoldReason[] {
  return [...textsOf(texts)].flatMap(([field, text]) => {
    const match = findListed(text)
    return match === null ? [] : [{ cause: 'listed' as const, field, match }]
  })
}

function* textsOf({ name, message }: Pick<Screened, 'name' | 'message'>) {
  if (name !== null) yield ['name', name] as const
  if (message !== null) yield ['message', message] as const
}
