import { randomBytes } from 'node:crypto'
import type { Auth } from './auth.ts'

const TOKEN_BYTES = 32

/** The purpose of a token; a token is found under its own purpose only. */
export type TokenPurpose = 'confirm-email' | 'change-email' | 'host-link'

export interface TokenSubject {
  /** The id of the account that may use it; empty if any account may. */
  userId: string
  email: string
}

/**
 * Issues tokens for links. The library stores them hashed and with an expiry; each is taken once,
 * also by parallel requests.
 */
export interface OneTimeTokens {
  issue(purpose: TokenPurpose, subject: TokenSubject, lifeMs: number): Promise<string>
  /** Returns the subject of a token without using it up; undefined if the token is not valid. */
  find(purpose: TokenPurpose, token: string): Promise<TokenSubject | undefined>
  /** Uses a token up and returns its subject; undefined if it is expired, used or unknown. */
  take(purpose: TokenPurpose, token: string): Promise<TokenSubject | undefined>
  /** Voids all tokens, password resets and unfinished logins of an account. */
  voidAll(userId: string): Promise<void>
}

export function createOneTimeTokens(auth: Auth, clock: () => number): OneTimeTokens {
  return {
    issue: async (purpose, { userId, email }, lifeMs) => {
      const { internalAdapter } = await auth.$context
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      await internalAdapter.createVerificationValue({
        identifier: `${purpose}:${token}`,
        value: `${userId}:${email}`,
        expiresAt: new Date(clock() + lifeMs),
      })
      return token
    },
    find: async (purpose, token) => {
      const { internalAdapter } = await auth.$context
      const found = await internalAdapter.findVerificationValue(`${purpose}:${token}`)
      const isGood = found !== null && found.expiresAt.getTime() > clock()
      return isGood ? parseSubject(found.value) : undefined
    },
    take: async (purpose, token) => {
      const { internalAdapter } = await auth.$context
      const taken = await internalAdapter.consumeVerificationValue(`${purpose}:${token}`)
      return taken === null ? undefined : parseSubject(taken.value)
    },
    voidAll: async (userId) => {
      const { adapter } = await auth.$context
      // Ours begin with the account's id; the values of the library's own rows are that id alone.
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
