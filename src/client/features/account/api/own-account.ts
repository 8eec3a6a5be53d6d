import { AppError } from '#contract/app-error.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { session } from '#client/lib/session.ts'
import { postAuth, getAuth } from './auth-call.ts'

/** The signed-in account. */
export interface OwnAccount {
  email: string
  emailVerified: boolean
  twoFactorEnabled: boolean
}

/** A browser in which the account is logged in. */
export interface OwnSession {
  id: string
  isCurrent: boolean
  /** ISO 8601, exact to a day. */
  lastUsedAt: string
  userAgent: string
  address: string
}

/**
 * Fetches the account.
 * @throws {AppError} if the session has ended; the page's session is refreshed then.
 */
export async function fetchOwnAccount(): Promise<OwnAccount> {
  const response = await callApi<{ user: OwnAccount } | null>(`${ROUTES.auth}/get-session`)
  if (response !== null) return response.user
  void session.refresh()
  throw new AppError('unauthenticated', 'You have been logged out. Please log in again.')
}

export async function fetchOwnSessions(): Promise<OwnSession[]> {
  const { sessions } = await getAuth<{ sessions: OwnSession[] }>('/list-sessions')
  return sessions
}

export async function endSession(id: string): Promise<void> {
  await postAuth('/revoke-session', { id })
}

export async function endOtherSessions(): Promise<void> {
  await postAuth('/revoke-other-sessions')
}

/** Mails the link that confirms the account's email again. */
export async function sendConfirmation(): Promise<void> {
  await postAuth('/send-verification-email')
}

/** Requests a new email, which takes effect when the link mailed there is opened. */
export async function requestEmailChange(newEmail: string, password: string): Promise<void> {
  await postAuth('/change-email', { newEmail, password })
}

/** Changes the password, which ends all other sessions. */
export async function changePassword(currentPassword: string, newPassword: string): Promise<void> {
  await postAuth('/change-password', { currentPassword, newPassword })
}
