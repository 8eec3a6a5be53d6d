import { setTimeout as sleep } from 'node:timers/promises'
import { timedOut, unavailable } from '../../failures/failures.ts'

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 200

/** Who is told to wait for longer says so to who asked, and does not wait. */
const LONGEST_RETRY_AFTER_MS = 2_000

/** As much of the global `fetch` as we use. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface PaypalHttpOptions {
  /** Base URL of the API, without a trailing slash. */
  apiBase: string
  fetch: Fetch
  /** For a call as a whole, its repetitions included. */
  timeoutMs: number
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

/** `body` is undefined where it was not JSON. */
export interface HttpResponse {
  status: number
  body: unknown
}

/**
 * Sends a request and repeats it while the connection breaks or PayPal fails, and once where we
 * come too often: every request we send is a read or carries the key by which PayPal recognises a
 * repetition. Answers whatever PayPal says in the end; fails with `unavailable` or
 * `deadline-exceeded` where it says nothing.
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
    const outcome = await tryOnce(options, request, signal)
    const pauseMs = findPause(outcome, attempt)
    if (pauseMs === undefined || performance.now() + pauseMs > deadline) {
      if ('error' in outcome) throw outcome.error
      return outcome
    }
    await sleep(pauseMs, undefined, { signal })
  }
}

interface Answered extends HttpResponse {
  /** How long PayPal wants us to wait; NaN where it does not say. */
  retryAfterMs: number
}

type HttpAttempt = Answered | { error: unknown }

/** How long to wait before the next attempt; undefined where there is to be none. */
function findPause(outcome: HttpAttempt, attempt: number): number | undefined {
  if (attempt === ATTEMPTS) return undefined
  if ('error' in outcome || outcome.status >= 500) {
    return FIRST_PAUSE_MS * attempt * (0.5 + Math.random())
  }
  const { status, retryAfterMs } = outcome
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
): Promise<Answered> {
  // A redirect would carry our credentials to wherever it points.
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
