import { isPlaceholder } from '#server/infra/environment-values.ts'

/** Texts that manuals and example files put in the place of a secret. */
const EXAMPLE_OF_A_SECRET = /better-auth-secret|random.characters|openssl.rand|password|default/i

const FEWEST_DIFFERENT = 8

/** Tells whether a secret is one that everybody knows, or a pattern in place of chance. */
export function isGuessable(secret: string): boolean {
  return (
    isPlaceholder(secret) ||
    EXAMPLE_OF_A_SECRET.test(secret) ||
    new Set(secret).size < FEWEST_DIFFERENT ||
    isRepetition(secret) ||
    isSequence(secret)
  )
}

/** A shorter text over and over, the last time perhaps in part. */
function isRepetition(secret: string): boolean {
  const most = Math.floor(secret.length / 2)
  return Array.from({ length: most }, (_, index) => index + 1).some((period) =>
    secret.startsWith(secret.slice(period)),
  )
}

/** Characters that mostly follow one another, as in 'abcdefgh' and '87654321'. */
function isSequence(secret: string): boolean {
  const codes = Array.from(secret, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => Math.abs(code - (codes[index] ?? 0)))
  return steps.filter((step) => step === 1).length > steps.length / 2
}
