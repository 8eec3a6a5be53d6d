import { z } from 'zod'

/** The address of a server, without a trailing slash. */
export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

/** The address of a server, without a path. */
export const origin = httpUrl.refine((url) => new URL(url).origin === url)

/**
 * Creates the schema of a value that a provider has issued: one word of at least so many
 * characters, and no placeholder after one of the provider's prefixes.
 */
export const issued = (minLength: number, prefixes: readonly string[] = []) =>
  z
    .string()
    .regex(/^\S+$/)
    .min(minLength)
    .refine((value) => {
      const prefix = prefixes.find((one) => value.startsWith(one)) ?? ''
      return !isPlaceholder(value.slice(prefix.length))
    })

const PLACEHOLDER =
  /change.?(me|it|this)|replace.?(me|it|this)|your[-_. ]|placeholder|example|insert.?here|^x+$|x{6}|\.{3}|…|[<>]/i

/** Returns whether a value stands in a manual's place of one: 'your_key', 'changeme', 'xxxxxxxx'. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || new Set(value).size === 1
}
