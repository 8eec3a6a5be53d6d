import { setTimeout as sleep } from 'node:timers/promises'
import { timedOut, unavailable } from './failures.ts'

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 200

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
export interface HttpAnswer {
  status: number
  body: unknown
}

/**
 * Sends a request and repeats it while the connection breaks or PayPal fails: every request we send
 * is a read or carries the key by which PayPal recognises a repetition. Answers whatever PayPal
 * says in the end; fails with `unavailable` or `deadline-exceeded` where it says nothing.
 */
export async function send(options: PaypalHttpOptions, request: HttpRequest): Promise<HttpAnswer> {
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
): Promise<HttpAnswer> {
  const deadline = performance.now() + options.timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    const pauseMs = FIRST_PAUSE_MS * attempt * (0.5 + Math.random())
    const last = attempt === ATTEMPTS || performance.now() + pauseMs > deadline
    try {
      const answer = await exchange(options, request, signal)
      if (answer.status < 500 || last) return answer
    } catch (error) {
      if (signal.aborted || last) throw error
    }
    await sleep(pauseMs, undefined, { signal })
  }
}

async function exchange(
  { apiBase, fetch }: PaypalHttpOptions,
  { path, ...request }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  // A redirect would carry our credentials to wherever it points.
  const response = await fetch(`${apiBase}${path}`, { ...request, redirect: 'error', signal })
  return { status: response.status, body: parseJson(await response.text()) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
