import { setTimeout as sleep } from 'node:timers/promises'
import type { Fetch } from '../../fetch.ts'
import { timedOut, unavailable } from '../../failures/failures.ts'

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 200

/** The longest Retry-After that is waited for here; a longer one is left to the caller. */
const LONGEST_RETRY_AFTER_MS = 2_000

export interface PaypalHttpOptions {
  /** Base URL of the API, without a trailing slash. */
  apiBase: string
  fetch: Fetch
  /** The time limit of a call, its retries included, ms. */
  timeoutMs: number
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** A response; `body` is undefined if it was not JSON. */
export interface HttpResponse {
  status: number
  body: unknown
}

/**
 * Sends a request; repeats it while the connection breaks or PayPal fails, and once on 429. Every
 * request we send is a read or carries a PayPal-Request-Id, by which PayPal recognises a
 * repetition. Returns PayPal's last response, whatever its status; throws `unavailable` or
 * `deadline-exceeded` if there is none.
 */
export async function send(
  options: PaypalHttpOptions,
  request: HttpRequest,
): Promise<HttpResponse> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  try {
    return await sendRepeatedly(options, request, signal)
  } catch (error) {
    throw signal.aborted ? timedOut('PayPal', error) : unavailable('PayPal', error)
  }
}

async function sendRepeatedly(
  options: PaypalHttpOptions,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const deadline = performance.now() + options.timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    const result = await tryOnce(options, request, signal)
    const pauseMs = findPause(result, attempt)
    if (pauseMs === undefined || performance.now() + pauseMs > deadline) {
      if ('error' in result) throw result.error
      return result
    }
    await sleep(pauseMs, undefined, { signal })
  }
}

interface ReceivedResponse extends HttpResponse {
  /** The wait that PayPal demands, ms; NaN if it demands none. */
  retryAfterMs: number
}

type HttpAttempt = ReceivedResponse | { error: unknown }

/** Returns the pause before the next attempt, ms, or undefined if there is none. */
function findPause(result: HttpAttempt, attempt: number): number | undefined {
  if (attempt === ATTEMPTS) return undefined
  if ('error' in result || result.status >= 500) {
    return FIRST_PAUSE_MS * attempt * (0.5 + Math.random())
  }
  const { status, retryAfterMs } = result
  const isWorthIt = status === 429 && attempt === 1 && retryAfterMs <= LONGEST_RETRY_AFTER_MS
  return isWorthIt ? retryAfterMs : undefined
}

async function tryOnce(
  options: PaypalHttpOptions,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAttempt> {
  try {
    return await exchange(options, request, signal)
  } catch (error) {
    return { error }
  }
}

async function exchange(
  { apiBase, fetch }: PaypalHttpOptions,
  { path, ...request }: HttpRequest,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  // A redirect would send our credentials to another address.
  const response = await fetch(`${apiBase}${path}`, { ...request, redirect: 'error', signal })
  const retryAfterMs = Number(response.headers.get('retry-after') ?? NaN) * 1000
  return { status: response.status, body: parseJson(await response.text()), retryAfterMs }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
