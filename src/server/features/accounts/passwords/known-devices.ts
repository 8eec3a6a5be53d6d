import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { parseCookies } from 'better-auth/cookies'
import { deviceCookieName } from '#server/http/guards/session.ts'

/** The longest time for which browsers keep a cookie, in seconds. */
const MAX_AGE_S = 400 * 24 * 60 * 60
/** The most accounts that one browser is remembered for, those that logged in last. */
const MAX_ACCOUNTS = 5
const ID_BYTES = 16
const MAC_BYTES = 16

const COOKIE_VALUE = /^[\w-]{22}(?:\.[\w-]{22}){0,5}$/

/**
 * Recognises browsers in which somebody has logged in before, by a cookie of our own: a random id,
 * and for each account a signature over that id and the account's. The cookie logs nobody in: it
 * only tells an owner's browser from strangers who guess passwords, and reveals no account to those
 * who read it.
 */
export interface KnownDevices {
  /**
   * Returns a name for this browser and account together, or undefined if nobody has logged in to
   * the account with this browser. Takes the request's Cookie header.
   */
  find(cookieHeader: string | null | undefined, userId: string): string | undefined
  /** Returns name and value of the cookie that marks this browser as known to the account. */
  remember(cookieHeader: string | null | undefined, userId: string): { name: string; value: string }
}

export function createKnownDevices({
  publicUrl,
  secret,
}: {
  publicUrl: string
  secret: string
}): KnownDevices {
  const name = deviceCookieName(publicUrl)

  const sign = (id: string, userId: string) =>
    createHmac('sha256', secret)
      .update(`known device\n${id}\n${userId}`)
      .digest()
      .subarray(0, MAC_BYTES)

  const read = (cookieHeader: string | null | undefined) => {
    const value = parseCookies(cookieHeader ?? '').get(name)
    if (value === undefined || !COOKIE_VALUE.test(value)) return undefined
    const [id = '', ...signatures] = value.split('.')
    return { id, signatures }
  }

  const isSigned = (signature: string, expected: Buffer) =>
    timingSafeEqual(Buffer.from(signature, 'base64url'), expected)

  return {
    find: (cookieHeader, userId) => {
      const device = read(cookieHeader)
      if (device === undefined) return undefined
      const expected = sign(device.id, userId)
      const isKnown = device.signatures.some((signature) => isSigned(signature, expected))
      return isKnown ? `${device.id}:${userId}` : undefined
    },
    remember: (cookieHeader, userId) => {
      const device = read(cookieHeader)
      const id = device?.id ?? randomBytes(ID_BYTES).toString('base64url')
      const own = sign(id, userId).toString('base64url')
      const others = (device?.signatures ?? []).filter((signature) => signature !== own)
      return { name, value: [id, own, ...others.slice(0, MAX_ACCOUNTS - 1)].join('.') }
    },
  }
}

/**
 * Sets the cookie with each new session. Must be the last plugin: an earlier one may withdraw the
 * session until a second factor was shown.
 */
export function rememberDevices(devices: KnownDevices, { secure }: { secure: boolean }) {
  return {
    id: 'known-devices',
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (ctx) => {
            const { newSession } = ctx.context
            if (newSession === null) return
            const { sessionToken } = ctx.context.authCookies
            const token = await ctx.getSignedCookie(sessionToken.name, ctx.context.secret)
            // A renewed session does not make its browser known: the session may be stolen.
            if (token === newSession.session.token) return
            const { name, value } = devices.remember(ctx.headers?.get('cookie'), newSession.user.id)
            ctx.setCookie(name, value, {
              httpOnly: true,
              sameSite: 'lax',
              secure,
              path: '/',
              maxAge: MAX_AGE_S,
            })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}
