import { denied, misread, unavailable } from '../../failures/failures.ts'
import { send, type PaypalHttpOptions } from './http.ts'
import { tokenSchema } from './schemas.ts'

/** The time before its expiry at which a token is renewed, so that none expires on its way. */
const MARGIN_MS = 60_000

export interface TokenOptions extends PaypalHttpOptions {
  clientId: string
  clientSecret: string
  clock: () => number
}

export interface TokenSource {
  /** Returns a valid token; concurrent callers share one request for it. */
  get(): Promise<string>
  /** Discards a token, so that the next `get` fetches another, unless one was fetched since. */
  drop(token: string): void
}

interface Token {
  value: string
  endsAt: number
}

export function createTokenSource(options: TokenOptions): TokenSource {
  let current: Token | undefined
  let pending: Promise<Token> | undefined

  async function renew(): Promise<Token> {
    try {
      current = await fetchToken(options)
      return current
    } finally {
      pending = undefined
    }
  }

  return {
    get: async () => {
      if (current !== undefined && options.clock() < current.endsAt - MARGIN_MS) {
        return current.value
      }
      pending ??= renew()
      return (await pending).value
    },
    drop: (token) => {
      if (current?.value === token) current = undefined
    },
  }
}

async function fetchToken(options: TokenOptions): Promise<Token> {
  const { clientId, clientSecret, clock } = options
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const askedAt = clock()
  const { status, body } = await send(options, {
    method: 'POST',
    path: '/v1/oauth2/token',
    headers: {
      authorization: `Basic ${credentials}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
  })
  if (status === 400 || status === 401 || status === 403) {
    const cause = new Error(`PayPal refused the client id and secret (${status}).`)
    throw denied('PayPal', 'key', cause)
  }
  const parsed = tokenSchema.safeParse(body)
  if (status !== 200) throw unavailable('PayPal', new Error(`PayPal answered ${status}.`))
  if (!parsed.success) throw misread('PayPal', parsed.error)
  const { access_token, expires_in } = parsed.data
  return { value: access_token, endsAt: askedAt + expires_in * 1000 }
}
