/**
 * Maps the library's error codes that people may meet to our sentences. The sentence for a wrong
 * login is the library's own, which the page has always shown.
 */
const SENTENCES: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password',
  INVALID_EMAIL: 'This is not an email address. Please check it.',
  INVALID_PASSWORD: 'The current password is not right. Please check it.',
  PASSWORD_TOO_LONG: 'The password is too long: choose one of 128 characters or fewer.',
  USER_ALREADY_EXISTS: 'This email already has an account.',
  INVALID_TOKEN: 'This link has expired or was used already. Please ask for a new one.',
  INVALID_CODE: 'This code is not right, or was used already. Wait for the next one and try it.',
  INVALID_BACKUP_CODE: 'This recovery code is not right, or was used already. Try another one.',
  INVALID_TWO_FACTOR_COOKIE: 'This took too long. Please log in with your password again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE:
    'Too many wrong codes. Please log in with your password again.',
  TOTP_NOT_ENABLED: 'Your account has no second factor. Set one up first.',
  TWO_FACTOR_NOT_ENABLED: 'Your account has no second factor. Set one up first.',
  BACKUP_CODES_NOT_ENABLED: 'Your account has no recovery codes. Set up a second factor first.',
  TOTP_ALREADY_ENABLED: 'Your account has a second factor already. Turn it off before a new one.',
  PASSKEY_NOT_UNLOCKED: 'Unlock the passkey with a PIN, your finger or your face, and try again.',
  CHALLENGE_NOT_FOUND: 'This took too long. Please try the passkey again.',
  PASSKEY_NOT_FOUND: 'This passkey opens no account here. Please log in with your password.',
  AUTHENTICATION_FAILED: 'The passkey could not be checked. Please try again.',
  FAILED_TO_VERIFY_REGISTRATION: 'The passkey could not be checked. Please try again.',
  UNAUTHORIZED: 'Please log in first.',
}

/** Maps codes to the one whose sentence they share. */
const SYNONYMS: Record<string, string> = {
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'USER_ALREADY_EXISTS',
  TOKEN_EXPIRED: 'INVALID_TOKEN',
  USER_NOT_FOUND: 'INVALID_TOKEN',
  SESSION_EXPIRED: 'UNAUTHORIZED',
  SESSION_NOT_FRESH: 'UNAUTHORIZED',
  FAILED_TO_CREATE_USER: 'USER_ALREADY_EXISTS',
}

/** The codes of our own rules, whose message already is a sentence for people. */
const OWN_MESSAGE: ReadonlySet<string> = new Set([
  'TOO_MANY_ATTEMPTS',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_COMPROMISED',
])

export interface LibraryRefusal {
  code: string
  message: string
}

/** Returns the code and sentence to show for an error of the library. */
export function toRefusal(
  status: number,
  { code, message }: { [Key in keyof LibraryRefusal]?: string | undefined },
): LibraryRefusal {
  const shownCode = SYNONYMS[code ?? ''] ?? code ?? 'UNKNOWN'
  if (message !== undefined && OWN_MESSAGE.has(shownCode)) return { code: shownCode, message }
  return { code: shownCode, message: SENTENCES[shownCode] ?? fallback(status) }
}

function fallback(status: number): string {
  if (status === 401) return 'Please log in first.'
  if (status === 409) return 'Somebody was faster. Please try again.'
  return status >= 500
    ? 'Something went wrong on our side. Please try again later.'
    : 'The request could not be understood. Please reload the page and try again.'
}
