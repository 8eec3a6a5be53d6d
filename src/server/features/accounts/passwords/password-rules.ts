import type { GenericEndpointContext } from '@better-auth/core'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { isGuessable } from './guessable-passwords.ts'

/** Maps the routes that set a password to the field that carries it. */
const PASSWORD_FIELDS = {
  '/sign-up/email': 'password',
  '/change-password': 'newPassword',
  '/reset-password': 'newPassword',
  '/set-password': 'newPassword',
} as const

const setsPassword = (path: string): path is keyof typeof PASSWORD_FIELDS =>
  Object.hasOwn(PASSWORD_FIELDS, path)

const bodySchema = z.object({
  password: z.string().optional(),
  newPassword: z.string().optional(),
  email: z.string().optional(),
  token: z.string().optional(),
})

export interface PasswordRulesOptions {
  publicUrl: string
  minLength: number
}

/** Refuses new passwords that are too short or guessable, whatever characters they have. */
export function refuseGuessablePasswords({ publicUrl, minLength }: PasswordRulesOptions) {
  const { hostname } = new URL(publicUrl)
  return {
    id: 'password-rules',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && setsPassword(path),
          handler: createAuthMiddleware(async (ctx) => {
            const { success, data } = bodySchema.safeParse(ctx.body)
            if (!success || !setsPassword(ctx.path)) return
            const password = data[PASSWORD_FIELDS[ctx.path]]
            if (password === undefined) return
            // Counts code points: a character outside the basic plane is two units of a string.
            if (Array.from(password).length < minLength) throw tooShort(minLength)
            const email = data.email ?? (await findOwnEmail(ctx, data.token))
            if (await isGuessable(password, { hostname, email })) throw guessable()
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** Returns the email that the reset's token was sent to, or that of the signed-in user. */
async function findOwnEmail(
  ctx: GenericEndpointContext,
  token: string | undefined,
): Promise<string | undefined> {
  if (token === undefined) return (await getSessionFromCtx(ctx))?.user.email
  const { internalAdapter } = ctx.context
  const sent = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  const user = sent === null ? null : await internalAdapter.findUserById(sent.value)
  return user?.email
}

function tooShort(minLength: number): APIError {
  return new APIError('BAD_REQUEST', {
    code: 'PASSWORD_TOO_SHORT',
    message: `Password too short: choose one of at least ${minLength} characters.`,
  })
}

function guessable(): APIError {
  return new APIError('BAD_REQUEST', {
    code: 'PASSWORD_COMPROMISED',
    message:
      'This password is on lists that guessers try first. Choose a longer one, such as four unrelated words.',
  })
}
