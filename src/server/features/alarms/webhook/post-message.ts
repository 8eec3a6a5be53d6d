import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { lookupPublic, requirePublicHost } from './public-address.ts'

/** The time for the connection and the response, ms. */
const TIMEOUT_MS = 15_000

export interface Post {
  url: URL
  headers: Record<string, string>
  body: string
  /** True if addresses that are not on the public internet are allowed, as a test's receiver needs. */
  allowPrivate: boolean
}

export interface PostResponse {
  status: number
  /** The value of `Retry-After` in ms; undefined without one. */
  retryAfterMs: number | undefined
}

/**
 * Posts a body and returns the status; follows no redirect and reads no body. Fails if there is no
 * response within 15 s, or if the address is not on the public internet.
 */
export async function post({ url, headers, body, allowPrivate }: Post): Promise<PostResponse> {
  if (!allowPrivate) requirePublicHost(url)
  const send = url.protocol === 'http:' ? requestHttp : requestHttps
  const { promise, resolve, reject } = Promise.withResolvers<PostResponse>()
  const request = send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(allowPrivate ? {} : { lookup: lookupPublic }),
  })
  request.on('response', (response) => {
    resolve({ status: response.statusCode ?? 0, retryAfterMs: readRetryAfter(response) })
    response.destroy()
  })
  request.on('error', reject)
  request.end(body)
  return promise
}

function readRetryAfter({ headers }: IncomingMessage): number | undefined {
  const value = headers['retry-after']
  if (value === undefined) return undefined
  const seconds = Number(value)
  const pauseMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(pauseMs) ? Math.max(0, pauseMs) : undefined
}
