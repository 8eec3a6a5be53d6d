import { postAuth } from './auth-call.ts'

export interface Credentials {
  email: string
  password: string
}

/** Tells a session that began from a log-in that a code of the second factor must end. */
export type LogInResult = 'signed-in' | 'second-factor'

/** Checks the password. @throws {AppError} with the server's sentence. */
export async function logIn(credentials: Credentials): Promise<LogInResult> {
  const response = await postAuth<{ twoFactorRedirect?: boolean }>('/sign-in/email', {
    ...credentials,
  })
  return response.twoFactorRedirect === true ? 'second-factor' : 'signed-in'
}

/** Creates the account and signs in. @throws {AppError} with the server's sentence. */
export async function signUp(credentials: Credentials): Promise<void> {
  // The library asks for a name, and the product for none: donors are named by their payments.
  await postAuth('/sign-up/email', { ...credentials, name: '' })
}

/** Ends a log-in that waits for its second factor. */
export async function verifyCode(kind: 'app' | 'recovery', code: string): Promise<void> {
  await postAuth(kind === 'app' ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', {
    code,
  })
}

/** Asks for a mail with a link; the server answers alike whether there is such an account or not. */
export async function requestPasswordReset(email: string): Promise<void> {
  await postAuth('/request-password-reset', { email })
}

export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await postAuth('/reset-password', { token, newPassword })
}
