import { AppError } from '#contract/app-error.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { readToldTime } from '#contract/told-time.ts'
import { formatEnd } from './moments.ts'

const TIMEOUT_MS = 20_000

const UNREACHABLE = 'The server cannot be reached. Check your internet connection.'
const TOO_SLOW = 'The server took too long to answer.'
const UNEXPECTED = 'The server gave an answer that the page does not understand.'

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The body, sent as JSON. */
  body?: unknown
  /** Headers in addition to those of every call. */
  headers?: Record<string, string>
  /** Aborts the call, which then fails with the signal's own reason. */
  signal?: AbortSignal
  timeoutMs?: number
  /** How the browser's cache is used; by default not at all. */
  cache?: RequestCache
}

type Listener = () => void

const unauthenticatedListeners = new Set<Listener>()

/** Calls `listener` on each 401 response. Returns a function that stops it. */
export function onUnauthenticated(listener: Listener): () => void {
  unauthenticatedListeners.add(listener)
  return () => unauthenticatedListeners.delete(listener)
}

/**
 * Calls the product's own server. `ResponseBody` is the contract's type of that route's response.
 *
 * @throws {AppError} with the server's code and sentence; `unavailable` if it was not reached,
 * `deadline-exceeded` if it did not respond in time.
 */
export async function callApi<ResponseBody>(
  path: string,
  call: ApiCall = {},
): Promise<ResponseBody> {
  const { signal, timeoutMs = TIMEOUT_MS } = call
  const timeout = AbortSignal.timeout(timeoutMs)
  const ending = signal ? AbortSignal.any([signal, timeout]) : timeout
  const { response, text } = await send(path, call, ending).catch((cause: unknown) => {
    signal?.throwIfAborted()
    if (timeout.aborted) throw new AppError('deadline-exceeded', TOO_SLOW, { cause })
    throw new AppError('unavailable', UNREACHABLE, { cause })
  })
  const responseBody = parseJson(text, response.status)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server checks its responses
  if (response.ok) return responseBody as ResponseBody
  if (response.status === 401) for (const listener of unauthenticatedListeners) listener()
  throw toAppError(responseBody)
}

/** Sends a call and reads the whole response, unless the signal ends it. */
async function send(
  path: string,
  { method = 'GET', body, headers, cache = 'no-store' }: ApiCall,
  signal: AbortSignal,
) {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    cache,
    headers: {
      accept: 'application/json',
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    signal,
    ...(json && { body: json }),
  })
  return { response, text: await response.text() }
}

function parseJson(text: string, status: number): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError(status >= 500 ? 'unavailable' : 'unknown', UNEXPECTED, { cause })
  }
}

function toAppError(body: unknown): AppError {
  if (!isErrorBody(body)) return new AppError('unknown', UNEXPECTED)
  const { code, challenge, reason, requestId } = body.error
  const options = { challenge, requestId, ...(reason !== undefined && { reason }) }
  return new AppError(code, toSentence(body.error), options)
}

/** Returns the server's sentence with its time, if it tells one, in the viewer's time zone. */
function toSentence({ message, details }: ErrorBody['error']): string {
  const time = readToldTime(details)
  return time === undefined
    ? message
    : message.replace(time.words, () => formatEnd(Date.parse(time.at)))
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}
