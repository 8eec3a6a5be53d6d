import pMap from 'p-map'
import { findIfKnown } from '../reading/history-parts.ts'
import { readEach } from '../reading/listing.ts'
import type { PaypalClient } from './api/client.ts'
import { isFollowed, readEvent } from './webhooks/events.ts'
import { DISPUTES, DISPUTES_PAGE } from './history.ts'
import { readPages } from './api/pages.ts'
import {
  changedDisputePageSchema,
  changedDisputeSchema,
  disputedSchema,
  eventPageSchema,
  listedEventSchema,
} from './api/schemas.ts'
import { toTime } from './api/time.ts'
import type { ListedEvent, Listing, PaymentPointer } from '../provider.ts'

const EVENTS = '/v1/notifications/webhooks-events'

/** The largest page that PayPal returns. */
const EVENTS_PAGE = '300'

/** The number of disputes that are fetched at the same time. */
const CONCURRENCY = 4

/** Implements `PaymentProvider.listEvents`. */
export async function listEvents(
  client: PaypalClient,
  { since, now, ownIds }: { since: number; now: number; ownIds: ReadonlySet<string> },
): Promise<Listing<ListedEvent>> {
  // The window includes the current second.
  const end_time = toTime(now + 1_000)
  const query = { start_time: toTime(since), end_time, page_size: EVENTS_PAGE }
  const pages = await readPages(client, { path: EVENTS, query }, eventPageSchema)
  const newestFirst = pages.flatMap(({ events }) => events)
  const { items, unreadable } = readEach(newestFirst.toReversed(), (event) => {
    const { event_type, create_time } = listedEventSchema.parse(event)
    if (!isFollowed(event_type)) return []
    const listed = { ...readEvent(event, ownIds), payload: JSON.stringify(event) }
    return [{ create_time, listed }]
  })
  const oldestFirst = items.flat().toSorted((a, b) => a.create_time - b.create_time)
  return { items: oldestFirst.map(({ listed }) => listed), unreadable }
}

type Changed = { dispute_id: string; update_time?: string | null | undefined }

/**
 * Lists the disputes that changed, since their events may be lost or not be subscribed to. The list
 * does not name their payments, so each dispute is fetched once for every change.
 */
export class ChangedDisputes {
  readonly #client: PaypalClient
  /** The captures of the disputes listed last, by dispute and time of change. */
  #known = new Map<string, string[]>()

  constructor(client: PaypalClient) {
    this.#client = client
  }

  /** Implements `PaymentProvider.listChanges`. */
  async list(since: number): Promise<Listing<PaymentPointer>> {
    const query = { update_time_after: new Date(since).toISOString(), page_size: DISPUTES_PAGE }
    const pages = await readPages(this.#client, { path: DISPUTES, query }, changedDisputePageSchema)
    const listed = pages.flatMap(({ items }) => items ?? [])
    const { items, unreadable } = readEach(listed, (item) => changedDisputeSchema.parse(item))
    const known = new Map<string, string[]>()
    await pMap(
      items,
      async (changed) => known.set(nameChange(changed), await this.#findCaptures(changed)),
      { concurrency: CONCURRENCY },
    )
    this.#known = known
    const captureIds = new Set([...known.values()].flat())
    return {
      items: [...captureIds].map((captureId) => ({ paymentRef: null, captureId })),
      unreadable,
    }
  }

  async #findCaptures(changed: Changed): Promise<string[]> {
    const known = this.#known.get(nameChange(changed))
    if (known !== undefined) return known
    const path = `${DISPUTES}/${encodeURIComponent(changed.dispute_id)}`
    const dispute = await findIfKnown(() => this.#client.get(path, disputedSchema))
    const transactions = dispute?.disputed_transactions ?? []
    return transactions.flatMap(({ seller_transaction_id: id }) => id ?? [])
  }
}

function nameChange({ dispute_id, update_time }: Changed): string {
  return `${dispute_id} ${update_time ?? ''}`
}
