import { z } from 'zod'
import { emailSchema } from '#contract/email-schema.ts'

/*
 * The request bodies that the routes of accounts accept. All other fields of a body are dropped, so
 * that they do not reach the library.
 */

const PASSWORD_LENGTH = 128
const NAME_LENGTH = 80
const TOKEN_LENGTH = 128

/** Limits the length only; password-rules.ts refuses passwords that are too short or guessable. */
const passwordSchema = z
  .string('Please enter the password.')
  .min(1, 'Please enter the password.')
  .max(
    PASSWORD_LENGTH,
    `The password is too long: choose one of ${PASSWORD_LENGTH} characters or fewer.`,
  )

const tokenSchema = z
  .string('This link is not complete. Please open it from the mail again.')
  .min(1, 'This link is not complete. Please open it from the mail again.')
  .max(TOKEN_LENGTH, 'This link is not complete. Please open it from the mail again.')

const TOTP = /^\d{6}$/
const NO_TOTP = 'A code has 6 digits. Please check it.'
const RECOVERY = /^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/
const NO_RECOVERY = 'A recovery code looks like abcde-12345. Please check it.'

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

const codeTextSchema = z.string('Please enter the code.').max(40, NO_TOTP).transform(withoutSpaces)
const totpSchema = codeTextSchema.refine((code) => TOTP.test(code), NO_TOTP)
const recoverySchema = codeTextSchema.refine((code) => RECOVERY.test(code), NO_RECOVERY)
const anyCodeSchema = codeTextSchema.refine(
  (code) => TOTP.test(code) || RECOVERY.test(code),
  'A code has 6 digits, and a recovery code looks like abcde-12345. Please check it.',
)

export const signInBody = z.object({ email: emailSchema, password: passwordSchema })

export const signUpBody = z.object({
  email: emailSchema,
  password: passwordSchema,
  name: z
    .string()
    .max(NAME_LENGTH, `The name is too long: choose one of ${NAME_LENGTH} characters or fewer.`)
    .default(''),
})

export const emailBody = z.object({ email: emailSchema })
export const tokenBody = z.object({ token: tokenSchema })
export const resetBody = z.object({ token: tokenSchema, newPassword: passwordSchema })

export const changePasswordBody = z.object({
  currentPassword: passwordSchema,
  newPassword: passwordSchema,
})

export const changeEmailBody = z.object({ newEmail: emailSchema, password: passwordSchema })
export const sessionIdBody = z.object({ id: z.string().max(TOKEN_LENGTH) })
export const passwordBody = z.object({ password: passwordSchema })
export const totpBody = z.object({ code: totpSchema })
export const recoveryBody = z.object({ code: recoverySchema })
export const passwordAndCodeBody = z.object({ password: passwordSchema, code: anyCodeSchema })

/** A WebAuthn credential, as the browser's `toJSON()` gives it; the library validates it. */
const credentialSchema = z.looseObject({ id: z.string().max(1024), type: z.literal('public-key') })

/** The proof that the owner of an account is at the keyboard; the code where there is a second factor. */
export const ownerProofBody = z.object({
  password: passwordSchema,
  code: anyCodeSchema.optional(),
})

export const passkeyRegistrationBody = z.object({
  response: credentialSchema,
  name: z.string().max(NAME_LENGTH).optional(),
})

export const passkeyLoginBody = z.object({ response: credentialSchema })

export const passkeyIdBody = z.object({
  id: z.string().max(TOKEN_LENGTH),
  password: passwordSchema,
})

/** Returns whether a code is one of an authenticator app rather than a recovery code. */
export function isTotp(code: string): boolean {
  return TOTP.test(code)
}
