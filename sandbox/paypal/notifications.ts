import { z } from 'zod'
import type { PaypalAccount } from '../options.ts'
import { requireRecord, type Account } from './account.ts'
import type { Mount } from './api.ts'
import type { EventRecord } from './records.ts'

const MOST_LISTED = 300

const querySchema = z.object({
  page_size: z.coerce.number().int().min(1).max(MOST_LISTED).catch(10),
  start_time: z.coerce.date().optional().catch(undefined),
  end_time: z.coerce.date().optional().catch(undefined),
  event_type: z.string().optional(),
})

/** The account's events, to be looked up and sent again. */
export function notificationRoutes(mount: Mount, account: Account, _settings: PaypalAccount): void {
  const url = '/v1/notifications/webhooks-events'

  mount('GET', url, ({ request }) => {
    const { page_size, start_time, end_time, event_type } = querySchema.parse(request.query)
    const events = [...account.state.events.values()]
      .toReversed()
      .filter(({ createdAt }) => createdAt >= (start_time?.getTime() ?? 0))
      .filter(({ createdAt }) => createdAt <= (end_time?.getTime() ?? Infinity))
      .filter(({ type }) => type === (event_type ?? type))
      .slice(0, page_size)
    return { events: events.map(toEvent), count: events.length, links: [] }
  })
  mount('GET', `${url}/:id`, ({ id }) => toEvent(requireRecord(account.state.events, id)))
  mount('POST', `${url}/:id/resend`, ({ id, reply }) => {
    account.resend(id)
    reply.code(202)
    return toEvent(requireRecord(account.state.events, id))
  })
}

function toEvent({ body }: EventRecord): object {
  const event: object = JSON.parse(body)
  return event
}
