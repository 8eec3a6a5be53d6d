import { AppError } from '#contract/app-error.ts'
import { fetchSessionUser } from '#client/lib/session-calls.ts'
import { session } from '#client/lib/session.ts'

const NO_COOKIES = 'Your browser keeps no cookies of this page, so it cannot keep you logged in.'
const ALLOW_THEM = "Allow them in the browser's settings for this page"

/**
 * Checks before a log-in that the browser keeps cookies, as far as it says so.
 *
 * @throws {AppError} if it says that it keeps none.
 */
export function requireCookies(): void {
  if (!navigator.cookieEnabled) throw noCookies('try again')
}

/**
 * Checks after a log-in that the browser has kept the session's cookie.
 *
 * @throws {AppError} if the server knows nobody here all the same.
 */
export async function requireSession({ isNew }: { isNew: boolean }): Promise<void> {
  if (session.read().state !== 'signed-out') return
  // A server that cannot be reached says nothing about cookies.
  const user = await fetchSessionUser().catch(() => undefined)
  if (user !== null) return
  throw isNew ? noCookies('log in', 'Your account is made. ') : noCookies('try again')
}

function noCookies(nextStep: string, done = ''): AppError {
  const sentence = `${done}${NO_COOKIES} ${ALLOW_THEM}, and ${nextStep}.`
  return new AppError('failed-precondition', sentence)
}
