import { createAuthClient } from 'better-auth/client'
import { AppError } from '#contract/app-error.ts'
import { ROUTES } from '#contract/routes.ts'
import { session } from '#client/lib/session.ts'

const UNEXPLAINED = 'Authentication error.'

/** Opens a client for one use: it keeps the `fetch` that it finds, and starts nothing by itself. */
export const openClient = () =>
  createAuthClient({ basePath: ROUTES.auth, disableDefaultFetchPlugins: true })

/** Asks an account route for something. @throws {AppError} with the server's sentence. */
export function readAuth<Answer>(path: string): Promise<Answer> {
  return settle(openClient().$fetch<Answer>(path, { method: 'GET' }))
}

/** Has an account route do something. @throws {AppError} with the server's sentence. */
export function postAuth<Answer>(path: string, body: Record<string, unknown> = {}) {
  return settle(openClient().$fetch<Answer>(path, { method: 'POST', body }))
}

interface AuthAnswer<Answer> {
  data: Answer | null
  error: unknown
}

async function settle<Answer>(call: Promise<AuthAnswer<Answer>>): Promise<Answer> {
  const { data, error } = await call.catch((cause: unknown) => {
    throw new AppError('unavailable', UNEXPLAINED, { cause })
  })
  if (error !== null) throw toRefusal(error)
  if (data === null) throw new AppError('unknown', UNEXPLAINED)
  return data
}

/** Carries the library's own code as its reason. */
function toRefusal(error: unknown): AppError {
  const { message, reason } = readRefusal(error)
  // The rest of the page has not heard that the session is over.
  if (hasStatus(error, 401) && session.read().state === 'signed-in') void session.refresh()
  const code = hasStatus(error, 401) ? 'unauthenticated' : 'failed-precondition'
  return new AppError(code, message ?? UNEXPLAINED, reason === undefined ? {} : { reason })
}

function hasStatus(error: unknown, status: number): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === status
}

interface Refusal {
  message: string | undefined
  reason: string | undefined
}

/** Reads `{ code, message }`, as the library refuses, and `{ error: { reason, message } }`, as the server does. */
function readRefusal(error: unknown): Refusal {
  if (typeof error !== 'object' || error === null) return { message: undefined, reason: undefined }
  if ('error' in error) return readRefusal(error.error)
  const { message, reason, code }: { message?: unknown; reason?: unknown; code?: unknown } = error
  return { message: toText(message), reason: toText(reason) ?? toText(code) }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
