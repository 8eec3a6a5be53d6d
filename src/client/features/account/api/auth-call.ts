import { createAuthClient } from 'better-auth/client'
import { AppError } from '#contract/app-error.ts'
import { ROUTES } from '#contract/routes.ts'
import { session } from '#client/lib/session.ts'

const DEFAULT_MESSAGE = 'Authentication error.'

/** Creates a client for one use: it keeps the `fetch` that it finds, and runs nothing by itself. */
export const createClient = () =>
  createAuthClient({ basePath: ROUTES.auth, disableDefaultFetchPlugins: true })

/**
 * Reads from an account route.
 * @throws {AppError} with the server's sentence.
 */
export function getAuth<ResponseBody>(path: string): Promise<ResponseBody> {
  return unwrap(createClient().$fetch<ResponseBody>(path, { method: 'GET' }))
}

/**
 * Posts to an account route.
 * @throws {AppError} with the server's sentence.
 */
export function postAuth<ResponseBody>(path: string, body: Record<string, unknown> = {}) {
  return unwrap(createClient().$fetch<ResponseBody>(path, { method: 'POST', body }))
}

interface AuthResponse<ResponseBody> {
  data: ResponseBody | null
  error: unknown
}

async function unwrap<ResponseBody>(
  call: Promise<AuthResponse<ResponseBody>>,
): Promise<ResponseBody> {
  const { data, error } = await call.catch((cause: unknown) => {
    throw new AppError('unavailable', DEFAULT_MESSAGE, { cause })
  })
  if (error !== null) throw toAppError(error)
  if (data === null) throw new AppError('unknown', DEFAULT_MESSAGE)
  return data
}

/** Converts an error response; the library's own code becomes the `reason`. */
function toAppError(error: unknown): AppError {
  const { message, reason } = readErrorDetails(error)
  // The rest of the page does not know yet that the session is over.
  if (hasStatus(error, 401) && session.read().state === 'signed-in') void session.refresh()
  const code = hasStatus(error, 401) ? 'unauthenticated' : 'failed-precondition'
  return new AppError(code, message ?? DEFAULT_MESSAGE, reason === undefined ? {} : { reason })
}

function hasStatus(error: unknown, status: number): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === status
}

interface ErrorDetails {
  message: string | undefined
  reason: string | undefined
}

/**
 * Reads `{ code, message }` of the library's errors, and `{ error: { reason, message } }` of the
 * server's.
 */
function readErrorDetails(error: unknown): ErrorDetails {
  if (typeof error !== 'object' || error === null) return { message: undefined, reason: undefined }
  if ('error' in error) return readErrorDetails(error.error)
  const { message, reason, code }: { message?: unknown; reason?: unknown; code?: unknown } = error
  return { message: toText(message), reason: toText(reason) ?? toText(code) }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
