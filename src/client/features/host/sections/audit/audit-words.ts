import { formatAmount } from '#contract/money.ts'

const CENTS = /Cents$/

/** Turns a name of the code into words: `amountCents` into `amount`. */
export function describeName(name: string): string {
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
