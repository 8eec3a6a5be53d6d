import { randomBytes } from 'node:crypto'
import type { Library } from './library.ts'

const TOKEN_BYTES = 32

/** The purpose of a token; each purpose finds tokens of its own kind alone. */
export type TokenPurpose = 'confirm-email' | 'change-email' | 'host-link'

export interface TokenSubject {
  /** The account that it belongs to; empty where it belongs to whoever opens it. */
  userId: string
  email: string
}

/** Tokens for links: stored hashed by the library, with an end, and taken once, also in parallel. */
export interface OneTimeTokens {
  issue(purpose: TokenPurpose, subject: TokenSubject, lifeMs: number): Promise<string>
  /** Finds whom a token is for and leaves it as it is; undefined where it is old, used or made up. */
  find(purpose: TokenPurpose, token: string): Promise<TokenSubject | undefined>
  /** Uses a token up; undefined where it is old, used or made up. */
  take(purpose: TokenPurpose, token: string): Promise<TokenSubject | undefined>
  /** Voids everything that was issued to an account: tokens, resets and unfinished logins. */
  voidAll(userId: string): Promise<void>
}

export function createOneTimeTokens(library: Library, clock: () => number): OneTimeTokens {
  return {
    issue: async (purpose, { userId, email }, lifeMs) => {
      const { internalAdapter } = await library.$context
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      await internalAdapter.createVerificationValue({
        identifier: `${purpose}:${token}`,
        value: `${userId}:${email}`,
        expiresAt: new Date(clock() + lifeMs),
      })
      return token
    },
    find: async (purpose, token) => {
      const { internalAdapter } = await library.$context
      const found = await internalAdapter.findVerificationValue(`${purpose}:${token}`)
      const isGood = found !== null && found.expiresAt.getTime() > clock()
      return isGood ? parseSubject(found.value) : undefined
    },
    take: async (purpose, token) => {
      const { internalAdapter } = await library.$context
      const taken = await internalAdapter.consumeVerificationValue(`${purpose}:${token}`)
      return taken === null ? undefined : parseSubject(taken.value)
    },
    voidAll: async (userId) => {
      const { adapter } = await library.$context
      // The library's own values for an account are its id alone.
      await adapter.deleteMany({
        model: 'verification',
        where: [{ field: 'value', operator: 'starts_with', value: userId }],
      })
    },
  }
}

function parseSubject(value: string): TokenSubject {
  const colon = value.indexOf(':')
  return { userId: value.slice(0, colon), email: value.slice(colon + 1) }
}
