import { postAuth } from './auth-call.ts'

export interface Credentials {
  email: string
  password: string
}

/** The result of the password check: signed in, or a second factor is needed. */
export type LogInResult = 'signed-in' | 'second-factor'

/**
 * Logs in with email and password.
 * @throws {AppError} with the server's sentence.
 */
export async function logIn(credentials: Credentials): Promise<LogInResult> {
  const response = await postAuth<{ twoFactorRedirect?: boolean }>('/sign-in/email', {
    ...credentials,
  })
  return response.twoFactorRedirect === true ? 'second-factor' : 'signed-in'
}

/**
 * Creates the account and signs in.
 * @throws {AppError} with the server's sentence.
 */
export async function signUp(credentials: Credentials): Promise<void> {
  // The library requires a name, and the product has none: donors are named by their payments.
  await postAuth('/sign-up/email', { ...credentials, name: '' })
}

/** Completes a log-in that waits for its second factor. */
export async function verifyCode(kind: 'app' | 'recovery', code: string): Promise<void> {
  await postAuth(kind === 'app' ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', {
    code,
  })
}

/** Requests a mail with a link. The response does not tell whether there is such an account. */
export async function requestPasswordReset(email: string): Promise<void> {
  await postAuth('/request-password-reset', { email })
}

export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await postAuth('/reset-password', { token, newPassword })
}
