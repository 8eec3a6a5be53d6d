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

/** An instant in ISO 8601, as the server writes it. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

type TellInstant = (instant: string) => string

/**
 * Returns a value in words: amounts in dollars, lists with commas, the parts of an object with their
 * names, instants by what is given; undefined if there is none.
 */
export function describeValue(
  name: string,
  value: unknown,
  tellInstant: TellInstant = (instant) => instant,
): string | undefined {
  if (value === undefined) return undefined
  if (value === null) return 'none'
  if (typeof value === 'object') return describeParts(name, value, tellInstant)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && CENTS.test(name)) return formatAmount(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  return INSTANT.test(value) ? tellInstant(value) : value
}

/** Describes what a list or an object has; a semicolon ends each object of a list. */
function describeParts(name: string, value: object, tellInstant: TellInstant): string {
  if (!Array.isArray(value)) {
    const parts = Object.entries(value)
      .filter(([, part]) => part !== null && part !== '')
      .map(([of, part]) => `${describeName(of)}: ${describeValue(of, part, tellInstant)}`)
    return parts.length === 0 ? 'none' : parts.join(', ')
  }
  if (value.length === 0) return 'none'
  const items = value.map((item) => describeValue(name, item, tellInstant))
  return items.join(value.some((item) => typeof item === 'object') ? '; ' : ', ')
}
