import type { FastifyPluginAsync } from 'fastify'
import type { Delivery, PaypalAccount, ProviderDeps, SigningKey } from '../options.ts'
import { sumUp, type Sums, type TakenPayment } from '../taken-payments.ts'
import { Account } from './account/account.ts'
import { paypalApi } from './api/api.ts'
import { approvePage } from './approve-page.ts'
import { disputedCents } from './records/holds.ts'
import { fromJson, toJson, type PaypalState } from './records/records.ts'
import { sdkRoute } from './sdk-route.ts'
import { certificateName, createSigningKey, signatureHeaders } from './signing/signing.ts'

const CERTIFICATES = '/v1/notifications/certs'

/** PayPal's sandbox. */
export interface PaypalStandIn {
  /** The API, the payer's page and the script; mount it under `PREFIX/paypal`. */
  readonly routes: FastifyPluginAsync
  /** Returns the headers of one attempt to deliver an event. */
  sign(delivery: Delivery): Record<string, string>
  snapshot(): unknown
  restore(state: unknown): void
  sums(): Sums
  payments(): TakenPayment[]
  readonly account: Account
}

export function createPaypal(settings: PaypalAccount, deps: ProviderDeps): PaypalStandIn {
  const account = new Account(deps)
  takeGivenKey(account, settings)
  return {
    account,
    routes: async (app) => {
      await app.register(paypalApi(account, settings, deps))
      await app.register(approvePage(account))
      await app.register(sdkRoute(settings))
      app.get<{ Params: { name: string } }>(`${CERTIFICATES}/:name`, async ({ params }, reply) => {
        const key = requireSigningKey(account)
        if (params.name !== certificateName(key)) return reply.code(404).send()
        return reply.type('application/x-pem-file').send(key.certificate)
      })
    },
    sign: ({ body }) => {
      const key = requireSigningKey(account)
      return signatureHeaders(key, {
        id: account.log.newId(),
        body,
        webhookId: settings.webhookId,
        now: account.hostNow,
        certUrl: `${account.apiUrls.api}${CERTIFICATES}/${certificateName(key)}`,
      })
    },
    snapshot: () => toJson(account.state),
    restore: (state) => {
      account.state = fromJson(state)
      takeGivenKey(account, settings)
    },
    sums: () => sumUp(listPayments(account.state)),
    payments: () => listPayments(account.state),
  }
}

function takeGivenKey({ state }: Account, { signingKey }: PaypalAccount): void {
  if (signingKey !== undefined) state.signing = signingKey
}

/**
 * Returns the signing key, which is created at the first use, because it takes a moment, and kept.
 */
function requireSigningKey(account: Account): SigningKey {
  if (account.state.signing === null) {
    account.state.signing = createSigningKey()
    account.changed()
  }
  return account.state.signing
}

function listPayments(state: PaypalState): TakenPayment[] {
  return [...state.captures.values()]
    .filter(({ status, isForeign }) => status === 'COMPLETED' && !isForeign)
    .map(({ id, orderId, customId, amountCents, refundedCents }) => {
      const { heldCents, paidCents } = disputedCents(state, id)
      return {
        ref: orderId,
        paymentId: id,
        reference: customId,
        capturedCents: amountCents,
        refundedCents,
        disputedCents: heldCents + paidCents,
      }
    })
}
