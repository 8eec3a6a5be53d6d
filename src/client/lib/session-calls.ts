import { ROUTES } from '#contract/routes.ts'
import { callApi } from './api.ts'

export { onUnauthenticated } from './api.ts'

/** The signed-in user, as far as the page needs to know them. */
export interface SessionUser {
  id: string
  email: string
  /** True if the server lets this account delete test donations; with a host, only they may. */
  mayDeleteTestDonations: boolean
}

/**
 * Fetches who is signed in; null if nobody is.
 * @throws {AppError} if the server cannot be reached.
 */
export async function fetchSessionUser(): Promise<SessionUser | null> {
  // The part of the auth library's response that the page needs.
  type Response = { user: SessionUser } | null
  const response = await callApi<Response>(`${ROUTES.auth}/get-session`)
  return response === null ? null : response.user
}

/**
 * Signs out.
 * @throws {AppError} if the server could not sign out.
 */
export async function signOut(): Promise<void> {
  await callApi(`${ROUTES.auth}/sign-out`, { method: 'POST', body: {} })
}
