import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '#contract/app-error.ts'
import { ROUTES } from '#contract/routes.ts'
import { SEND_CONFIRMATION, CONFIRM_EMAIL, CHANGE_EMAIL } from '../route-schemas.ts'
import { DONE } from '../views.ts'
import { tooManyMails } from './confirmations.ts'
import { requirePassword } from '../proofs.ts'
import type { AccountParts } from '../parts.ts'

/** Registers the routes that confirm an account's address, and that change it. */
export function confirmationRoutes(deps: AccountParts): FastifyPluginAsyncZod {
  const { sessions, confirmations, background } = deps
  return async (app) => {
    app.post(
      `${ROUTES.auth}/send-verification-email`,
      { config: { budget: 'mails', access: 'session' }, schema: SEND_CONFIRMATION },
      async (request) => {
        const { user } = await sessions.require(request)
        if (user.emailVerified) throw alreadyConfirmed()
        if (!(await confirmations.send(user))) throw tooManyMails()
        return DONE
      },
    )
    app.post(
      `${ROUTES.auth}/verify-email`,
      { config: { budget: 'links', access: 'session' }, schema: CONFIRM_EMAIL },
      async (request) => {
        // Requires a session: otherwise an attacker could sign up with somebody's address and have
        // them confirm it by opening the link.
        const { user } = await sessions.require(request)
        const confirmed = await confirmations.confirm(user, request.body.token)
        return { ...DONE, ...confirmed }
      },
    )
    app.post(
      `${ROUTES.auth}/change-email`,
      { config: { budget: 'passwords', access: 'session' }, schema: CHANGE_EMAIL },
      async (request) => {
        const { newEmail, password } = request.body
        const { user } = await sessions.require(request)
        await requirePassword(deps.auth, request, password)
        if (newEmail === user.email) throw sameEmail()
        await confirmations.claimChange(user, newEmail)
        // Neither the response nor its duration reveals whether an account has that address.
        void background.run('change of email', () => confirmations.sendChange(user, newEmail))
        return DONE
      },
    )
  }
}

function alreadyConfirmed(): AppError {
  return new AppError('failed-precondition', 'Your email is confirmed already.', {
    reason: 'ALREADY_CONFIRMED',
  })
}

function sameEmail(): AppError {
  return new AppError('invalid-argument', 'This is your email already. Enter another one.', {
    reason: 'SAME_EMAIL',
  })
}
