import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { nameDevice } from '#contract/device-name.ts'
import { ROUTES } from '#contract/routes.ts'
import { SIGN_UP, SIGN_IN, SIGN_OUT } from '../route-schemas.ts'
import { writeNewDevice } from '../mails/letters.ts'
import { callAuth, sendAuthResponse, type AuthResponse } from '../auth-calls.ts'
import { limitLogins } from './login-budget.ts'
import type { AccountUser } from '../account-user.ts'
import type { AccountParts } from '../parts.ts'
import { signedInView, signInView, signOutView } from '../views.ts'

/** Registers the routes that sign up, log in and log out. */
export function loginRoutes(deps: AccountParts): FastifyPluginAsyncZod {
  const { auth, background, confirmations, limits } = deps
  return async (app) => {
    app.post(
      `${ROUTES.auth}/sign-up/email`,
      {
        preValidation: async ({ ip }) => limits.spendByAddress(ip, 'signUps'),
        schema: SIGN_UP,
      },
      async (request, reply) => {
        const response = await callAuth(auth, request, '/sign-up/email', request.body)
        if (response.ok) {
          const { user } = signedInView.parse(response.body)
          await background.run('confirmation', async () => void (await confirmations.send(user)))
        }
        if (isKnownAddress(response)) await chargeDisclosure(deps, request.ip)
        return sendAuthResponse(reply, response, signedInView)
      },
    )
    app.post(
      `${ROUTES.auth}/sign-in/email`,
      {
        // Runs before the body is validated, so that invalid requests count too.
        preValidation: limitLogins(deps),
        schema: SIGN_IN,
      },
      async (request, reply) => {
        const response = await callAuth(auth, request, '/sign-in/email', request.body)
        const parsed = signedInView.safeParse(response.body)
        if (response.ok && parsed.success) mailNewDevice(deps, request, parsed.data.user)
        return sendAuthResponse(reply, response, signInView)
      },
    )
    app.post(
      `${ROUTES.auth}/sign-out`,
      { config: { budget: 'accounts' }, schema: SIGN_OUT },
      async (request, reply) =>
        sendAuthResponse(reply, await callAuth(auth, request, '/sign-out', {}), signOutView),
    )
  }
}

const KNOWN_ADDRESS_STATUS = 422

function isKnownAddress({ status }: AuthResponse): boolean {
  return status === KNOWN_ADDRESS_STATUS
}

/** The price of a response that reveals an account, in sign-ups of the client's budget. */
const DISCLOSURE_PRICE = 3

/**
 * Charges a client whose sign-up revealed that an account exists. A sign-up signs in at once, so it
 * must say that the address is taken; a client that tries many addresses soon cannot sign up at
 * all, so that a refusal reveals nothing.
 */
async function chargeDisclosure({ limits }: AccountParts, ip: string): Promise<void> {
  for (let paid = 0; paid < DISCLOSURE_PRICE; paid += 1) {
    await limits.spendByAddress(ip, 'signUps')
  }
}

/** Mails an account about a login from a browser that is new to it. */
export function mailNewDevice(
  deps: AccountParts,
  request: FastifyRequest,
  user: AccountUser,
): void {
  const { mails, devices, clock } = deps
  const { cookie, 'user-agent': userAgent = '' } = request.headers
  if (devices.find(cookie, user.id) !== undefined) return
  const device = { name: nameDevice(userAgent), address: request.ip, at: clock() }
  mails.notify(user, (context) => writeNewDevice(context, device))
}
