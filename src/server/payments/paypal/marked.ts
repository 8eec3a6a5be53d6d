import { readMark } from '../claims.ts'
import { isPermissionDenied } from '../failures/failures.ts'
import { readEach } from '../reading/listing.ts'
import type { MarkedPage, MarkedPayment } from '../reading/marked-payments.ts'
import type { PaypalClient } from './api/client.ts'
import { eachPage } from './api/pages.ts'
import { toTime } from './api/time.ts'
import { captureEventSchema, eventPageSchema, type CaptureEvent } from './api/schemas.ts'
import { EVENTS_KEPT_MS } from './limits.ts'
import { listTransactions } from './transactions.ts'

const EVENTS = '/v1/notifications/webhooks-events'
const TAKEN = 'PAYMENT.CAPTURE.COMPLETED'

/** The largest page that PayPal returns. */
const PAGE = '300'

export interface MarkedOptions {
  /** The current time, Unix ms by PayPal's clock. */
  now: number
  ownIds: ReadonlySet<string>
}

/**
 * Implements `PaymentProvider.listMarked`. PayPal has no list of orders, so this reads the events
 * of the last 30 days, and the transaction search, if the app may use it, which covers three years
 * without the last hours.
 */
export async function* listMarked(
  client: PaypalClient,
  options: MarkedOptions,
): AsyncGenerator<MarkedPage> {
  yield* listTaken(client, options)
  try {
    yield* listTransactions(client, options)
  } catch (error) {
    if (!isPermissionDenied(error)) throw error
    yield { items: [], unreadable: [], limit: SEARCH_DENIED }
  }
}

const SEARCH_DENIED =
  'PayPal: only the last 30 days could be looked at, because the app may not search transactions; switch on "Transaction search" among its features.'

async function* listTaken(
  client: PaypalClient,
  { now, ownIds }: MarkedOptions,
): AsyncGenerator<MarkedPage> {
  const query = {
    start_time: toTime(now - EVENTS_KEPT_MS),
    end_time: toTime(now + 1_000),
    event_type: TAKEN,
    page_size: PAGE,
  }
  for await (const { events } of eachPage(client, { path: EVENTS, query }, eventPageSchema)) {
    const { items, unreadable } = readEach(events, (event) =>
      toMarked(captureEventSchema.parse(event), ownIds),
    )
    yield { items: items.flat(), unreadable, limit: null }
  }
}

function toMarked(
  { event_type, resource }: CaptureEvent,
  ownIds: ReadonlySet<string>,
): MarkedPayment[] {
  const mark = readMark(resource.custom_id ?? '')
  if (event_type !== TAKEN || mark === undefined) return []
  const { id, amount, create_time, invoice_id, supplementary_data } = resource
  return [
    {
      ...mark,
      isOurs: ownIds.has(mark.installationId),
      ref: supplementary_data?.related_ids?.order_id ?? null,
      captureId: id,
      ...amount,
      at: create_time,
      payerName: null,
      donationId: invoice_id ?? null,
    },
  ]
}
