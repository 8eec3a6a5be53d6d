import { AppError } from '#contract/app-error.ts'

/** The name of the field that a refusal is about, by the server's code. */
const FIELDS: Record<string, string> = {
  INVALID_EMAIL: 'email',
  USER_ALREADY_EXISTS: 'email',
  INVALID_EMAIL_OR_PASSWORD: 'password',
  INVALID_PASSWORD: 'password',
  PASSWORD_TOO_SHORT: 'new-password',
  PASSWORD_TOO_LONG: 'new-password',
  PASSWORD_COMPROMISED: 'new-password',
  INVALID_CODE: 'code',
  INVALID_BACKUP_CODE: 'code',
}

/** The fields by the words of a sentence: requests that do not fit their schema have no code. */
const WORDS: [RegExp, string][] = [
  [/\be-?mail\b/, 'email'],
  [/\bpassword\b/, 'new-password'],
  [/\bcode\b/, 'code'],
]

/** Returns the name of the form's field that the server refused; undefined if it was none. */
export function findRefusedField(form: HTMLFormElement, error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined
  const { reason, message } = error
  const isUnfit = reason === 'invalid-argument'
  const name = isUnfit ? WORDS.find(([word]) => word.test(message))?.[1] : FIELDS[reason ?? '']
  // A form that creates an account has one password, which is new.
  const names = name === 'new-password' ? [name, 'password'] : [name]
  return names.find((candidate) => candidate !== undefined && form.elements.namedItem(candidate))
}
