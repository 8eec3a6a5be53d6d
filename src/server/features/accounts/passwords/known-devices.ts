import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'
import { parseCookies } from 'better-auth/cookies'
import { sessionCookiePrefix } from '#server/http/guards/session.ts'

/** The longest that browsers keep a cookie. */
const KEPT_S = 400 * 24 * 60 * 60
/** The most accounts that one browser is known to: the last ones, if several people use it. */
const MAX_ACCOUNTS = 5
const ID_BYTES = 16
const MAC_BYTES = 16

const COOKIE_VALUE = /^[\w-]{22}(?:\.[\w-]{22}){0,5}$/

/**
 * Knows browsers in which somebody has logged in before, by a cookie of our own: a random number,
 * and for each account a signature over both. It opens nothing; it only tells a browser from
 * strangers who guess, and says nothing of the account to who reads it.
 */
export interface KnownDevices {
  /**
   * Returns a name for this browser and account together, or undefined where the account has not
   * been logged in to with this browser. Takes the request's Cookie header.
   */
  find(cookieHeader: string | null | undefined, userId: string): string | undefined
  /** Returns name and value of the cookie that makes this browser known to the account. */
  remember(cookieHeader: string | null | undefined, userId: string): { name: string; value: string }
}

export function createKnownDevices({
  publicUrl,
  secret,
}: {
  publicUrl: string
  secret: string
}): KnownDevices {
  const name = `${sessionCookiePrefix(publicUrl)}.device`

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
 * Hands out the cookie with each new session. It must come last of the plugins: one before it may
 * take the session back until a second factor was shown.
 */
export function rememberDevices(devices: KnownDevices, { secure }: { secure: boolean }) {
  return {
    id: 'known-devices',
    hooks: {
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (ctx) => {
            const begun = ctx.context.newSession
            if (begun === null) return
            const { sessionToken } = ctx.context.authCookies
            const token = await ctx.getSignedCookie(sessionToken.name, ctx.context.secret)
            // The session that came along was only renewed; whoever stole it stays a stranger.
            if (token === begun.session.token) return
            const { name, value } = devices.remember(ctx.headers?.get('cookie'), begun.user.id)
            ctx.setCookie(name, value, {
              httpOnly: true,
              sameSite: 'lax',
              secure,
              path: '/',
              maxAge: KEPT_S,
            })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}
