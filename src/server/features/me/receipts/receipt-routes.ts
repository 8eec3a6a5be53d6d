import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '#contract/app-error.ts'
import type { Campaign } from '#contract/campaign.ts'
import { receiptSentSchema } from '#contract/me.ts'
import { RECEIPT_PAGES, ROUTES } from '#contract/routes.ts'
import { statusOf } from '#server/http/errors.ts'
import type { RateLimits } from '#server/http/guards/rate-limits.ts'
import { nonceOf } from '#server/http/guards/security.ts'
import type { RequireUser, User } from '#server/http/guards/session.ts'
import { readFontFaces } from '#server/http/pages/font-faces.ts'
import type { Database } from '#server/infra/database/database.ts'
import { findOwnPayment, type CheckoutRow } from '#server/features/checkouts/checkouts.ts'
import { toGreetingName } from '#server/features/names/names.ts'
import { PROVIDER_DEFINITIONS } from '#server/payments/registry.ts'
import { readParts, toOwnPayment } from '../own-payments.ts'
import { renderNoReceipt, renderReceipt, type ReceiptDocument } from './receipt-page.ts'

export interface ReceiptRoutesDeps {
  database: Database
  limits: RateLimits
  requireUser: RequireUser
  publicUrl: string
  /** The folder of the built page, whose fonts the receipt has; undefined if it is not built. */
  pageDir: string | undefined
  /** Tells what the campaign was at a time, Unix ms: its title, and who received the money. */
  campaign: { findAt(time: number): Promise<Pick<Campaign, 'title' | 'recipient' | 'host'>> }
  outbox: {
    /** Mails the receipt of a donation once more; returns false if that was done often today. */
    sendAgain(donation: {
      userId: string
      donationId: string
      amountCents: number
      livemode: 0 | 1
    }): Promise<boolean>
  }
}

const idParams = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/, 'There is no donation of this id.'),
})

/** Serves the receipts of a donor's own donations: as a page to print, and again by mail. */
export function receiptRoutes(deps: ReceiptRoutesDeps): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(pageRoute(deps))
    await app.register(mailRoute(deps))
  }
}

function mailRoute(deps: ReceiptRoutesDeps): FastifyPluginAsyncZod {
  const { limits, requireUser, outbox } = deps
  return async (app) => {
    app.post(
      `${ROUTES.ownPayments}/:id/receipt`,
      {
        config: { budget: 'mails', access: 'session' },
        schema: {
          operationId: 'mailReceipt',
          summary: 'Mails the receipt of one’s own donation once more.',
          fails: ['not-found'],
          params: idParams,
          response: { 200: receiptSentSchema },
        },
      },
      async (request) => {
        const user = await requireUser(request)
        const checkout = await requirePaid(deps, user, request.params.id)
        await limits.spendByKey(user.id, 'mails')
        const isSent = await outbox.sendAgain({
          userId: user.id,
          donationId: checkout.donation_id,
          amountCents: checkout.accepted_cents ?? checkout.amount_cents,
          livemode: checkout.livemode,
        })
        if (isSent) return { sentTo: user.email }
        throw new AppError(
          'resource-exhausted',
          'This receipt was mailed three times today. Look into your spam folder, or try again tomorrow.',
        )
      },
    )
  }
}

function pageRoute(deps: ReceiptRoutesDeps): FastifyPluginAsyncZod {
  const fonts = readFontFaces(deps.pageDir)
  const page = (request: FastifyRequest) => ({ fonts, nonce: nonceOf(request) })
  return async (app) => {
    app.get(
      `${RECEIPT_PAGES}/:id`,
      {
        config: { budget: 'lookUps', access: 'session' },
        schema: {
          operationId: 'showReceipt',
          summary: 'The receipt of one’s own donation, as a page to print.',
          fails: ['not-found'],
          gives: { 'text/html': z.string() },
        },
      },
      async (request, reply) => {
        reply.type('text/html; charset=utf-8')
        try {
          const { id } = idParams.parse(request.params)
          return await reply.send(
            renderReceipt(await readReceipt(deps, request, id), page(request)),
          )
        } catch (error) {
          // A person reads this answer in a browser, so it is a document too.
          const refusal = toRefusal(error)
          return reply
            .code(statusOf(refusal.code))
            .send(renderNoReceipt(refusal.message, page(request)))
        }
      },
    )
  }
}

function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return noReceipt()
  throw error
}

async function readReceipt(
  deps: ReceiptRoutesDeps,
  request: FastifyRequest,
  id: string,
): Promise<ReceiptDocument> {
  const { database, requireUser, publicUrl, campaign } = deps
  const user = await requireUser(request)
  const checkout = await requirePaid(deps, user, id)
  const [parts] = await readParts(database.reader, [checkout])
  if (parts?.donation === undefined) throw noReceipt()
  const { host: site } = new URL(publicUrl)
  const { title, host, recipient } = await campaign.findAt(parts.donation.timestamp)
  return {
    payment: toOwnPayment(parts, null),
    donorName: parts.texts === undefined ? parts.donation.name : toGreetingName(parts.texts),
    email: user.email,
    paidWith: PROVIDER_DEFINITIONS[checkout.provider].label,
    recipient: nameRecipient({ recipient, host }, site),
    letterhead: { title, host },
    refunds: parts.entries
      .filter(({ kind }) => kind === 'refund')
      .map(({ createdAt, amountCents }) => ({ at: createdAt, amountCents })),
    isLive: checkout.livemode === 1,
    site,
  }
}

/** Returns who receives the money: the recipient, the host, or who can be asked. */
function nameRecipient(
  { recipient: { name, contact }, host }: Pick<Campaign, 'recipient' | 'host'>,
  site: string,
): ReceiptDocument['recipient'] {
  if (name !== '') return contact === '' ? [name] : [name, contact]
  return [host === '' ? `The host of ${site}` : host]
}

/** Returns the checkout of a donor's own donation whose money has come. */
async function requirePaid(
  { database }: ReceiptRoutesDeps,
  { id: userId }: User,
  donationId: string,
): Promise<CheckoutRow> {
  const checkout = await findOwnPayment(database.reader, { userId, donationId })
  if (checkout?.state === 'paid') return checkout
  throw noReceipt()
}

function noReceipt(): AppError {
  return new AppError(
    'not-found',
    'You have no receipt of this number. There is one as soon as the money of a donation has come.',
  )
}
