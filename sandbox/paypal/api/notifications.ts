import { z } from 'zod'
import type { PaypalAccount } from '../../options.ts'
import type { Account } from '../account/account.ts'
import { malformed, notFound } from '../errors.ts'
import { isBetween } from '../objects/fields.ts'
import type { Mount } from './mount.ts'
import { rawMember } from '../signing/raw-member.ts'
import type { EventRecord } from '../records/records.ts'
import { requireRecord } from '../records/require-record.ts'
import { isSignedBy } from '../signing/signing.ts'

const MAX_PAGE_SIZE = 300
const EVENTS = '/v1/notifications/webhooks-events'
const WEBHOOKS = '/v1/notifications/webhooks'

/**
 * Creates the routes of the account's one webhook and of its events, which can be read, sent again
 * and verified.
 */
export function notificationRoutes(
  mount: Mount,
  account: Account,
  { webhookId, webhookUrl }: Pick<PaypalAccount, 'webhookId' | 'webhookUrl'>,
): void {
  mount('GET', `${WEBHOOKS}/:id`, ({ id }) => {
    if (id !== webhookId) throw notFound()
    return { id, url: webhookUrl, event_types: [{ name: '*' }] }
  })
  mount('GET', EVENTS, ({ request }) => listEvents(account, request.query))
  mount('GET', `${EVENTS}/:id`, ({ id }) => toEvent(requireRecord(account.state.events, id)))
  mount('POST', `${EVENTS}/:id/resend`, ({ id, reply }) => {
    account.log.resend(id)
    reply.code(202)
    return toEvent(requireRecord(account.state.events, id))
  })
  mount('POST', '/v1/notifications/verify-webhook-signature', ({ body, request }) => {
    const isGenuine = verify(account, webhookId, body, request.body)
    return { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' }
  })
}

const querySchema = z.object({
  page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).catch(10),
  page: z.coerce.number().int().min(1).catch(1),
  start_time: z.coerce.date().optional().catch(undefined),
  end_time: z.coerce.date().optional().catch(undefined),
  event_type: z.string().optional(),
  transaction_id: z.string().optional(),
})

/** Returns a page of the events, newest first, with the link `next`. */
function listEvents(account: Account, query: unknown) {
  const asked = querySchema.parse(query)
  const { page_size: size, page, start_time, end_time, event_type, transaction_id } = asked
  const events = [...account.state.events.values()]
    .toReversed()
    .filter(({ createdAt }) => isBetween(createdAt, start_time, end_time))
    .filter(({ type }) => type === (event_type ?? type))
    .filter(({ body }) => transaction_id === undefined || body.includes(`"${transaction_id}"`))
  const shown = events.slice((page - 1) * size, page * size)
  const link = (rel: string, number: number) => ({
    href: `${account.apiUrls.api}${EVENTS}?${pageQuery(query, size, number)}`,
    rel,
    method: 'GET',
  })
  return {
    events: shown.map(toEvent),
    count: shown.length,
    links: [link('self', page), ...(page * size < events.length ? [link('next', page + 1)] : [])],
  }
}

function pageQuery(query: unknown, size: number, page: number): string {
  const given = z.record(z.string(), z.string()).catch({}).parse(query)
  return new URLSearchParams({ ...given, page_size: `${size}`, page: `${page}` }).toString()
}

const verificationSchema = z.object({
  auth_algo: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.looseObject({}),
})

/** Verifies an event by the request's own text, since the signature covers it byte for byte. */
function verify(account: Account, webhookId: string, body: unknown, text: unknown): boolean {
  const parsed = verificationSchema.safeParse(body)
  if (!parsed.success || typeof text !== 'string') throw malformed('MISSING_REQUIRED_PARAMETER')
  const { auth_algo, transmission_id, transmission_time, transmission_sig, webhook_id } =
    parsed.data
  const { signing } = account.state
  if (signing === null || webhook_id !== webhookId) return false
  const event = rawMember(text, 'webhook_event') ?? ''
  const transmission = { id: transmission_id, time: transmission_time, webhookId, body: event }
  return isSignedBy(signing, transmission, auth_algo, transmission_sig)
}

function toEvent({ body }: EventRecord): object {
  return z.looseObject({}).parse(JSON.parse(body))
}
