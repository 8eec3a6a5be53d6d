import type { AuditValues } from '#contract/host/audit.ts'
import { formatAmount } from '#contract/money.ts'

const CENTS = /Cents$/

/** The names whose words alone do not say what they mean. */
const NAMES: Record<string, string | undefined> = {
  mode: 'screening',
  messages: 'messages allowed',
  words: 'blocked words',
  amountsCents: 'blocked amounts',
  revision: 'version',
  by: 'joined by',
  leftCents: 'remaining',
}

/** Turns a name of the code into words: `amountCents` into `amount`, `revision` into `version`. */
export function describeName(name: string): string {
  const words = NAMES[name]
  return words ?? splitWords(name)
}

/**
 * Returns the names of the values to list: those that came, went or changed. A value that stayed the
 * same is no news.
 */
export function listChanged(before: AuditValues, after: AuditValues): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].filter(
    (name) => describeValue(name, before?.[name]) !== describeValue(name, after?.[name]),
  )
}

function splitWords(name: string): string {
  const words = name.replace(CENTS, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return words.toLowerCase()
}

/** Returns a value in words: amounts in dollars, lists with commas; undefined if there is none. */
export function describeValue(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none'
  if (Array.isArray(value)) return value.map((item) => describeValue(name, item)).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && CENTS.test(name)) return formatAmount(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
