import { z } from 'zod'
import type { Account } from '../account/account.ts'
import type { Mount } from './mount.ts'
import { toDispute, toDisputeSummary } from '../objects/dispute-objects.ts'
import { disputesOf } from '../records/records.ts'
import { isBetween } from '../objects/fields.ts'
import { requireShown } from '../records/require-record.ts'

const URL = '/v1/customer/disputes'

/** Mounts the dispute routes: https://developer.paypal.com/docs/api/customer-disputes/v1/ */
export function disputeRoutes(mount: Mount, account: Account): void {
  mount('GET', URL, ({ request }) => listDisputes(account, request.query))
  mount('GET', `${URL}/:id`, ({ id }) => {
    const dispute = requireShown(account.state.disputes, id, account.now)
    return toDispute(dispute, account.state, account.apiUrls)
  })
}

const querySchema = z.object({
  disputed_transaction_id: z.string().optional(),
  update_time_after: z.coerce.date().optional().catch(undefined),
  update_time_before: z.coerce.date().optional().catch(undefined),
  page_size: z.coerce.number().int().min(1).max(50).catch(10),
  /** The number of earlier disputes. */
  next_page_token: z.coerce.number().int().min(0).catch(0),
})

/** Returns a page of the disputes, newest first, with the link `next`. */
function listDisputes({ state, apiUrls, now }: Account, query: unknown) {
  const asked = querySchema.parse(query)
  const { disputed_transaction_id: captureId, page_size: size, next_page_token: start } = asked
  const { update_time_after: after, update_time_before: before } = asked
  const all = captureId === undefined ? [...state.disputes.values()] : disputesOf(state, captureId)
  const disputes = all
    .filter(({ shownAt }) => shownAt <= now)
    .filter(({ updatedAt }) => isBetween(updatedAt, after, before))
  const end = start + size
  const link = (rel: string, token: number) => ({
    href: `${apiUrls.api}${URL}?${toQuery(query, size, token)}`,
    rel,
    method: 'GET',
  })
  return {
    items: disputes
      .toReversed()
      .slice(start, end)
      .map((dispute) => toDisputeSummary(dispute, apiUrls)),
    links: [link('self', start), ...(end < disputes.length ? [link('next', end)] : [])],
  }
}

function toQuery(query: unknown, size: number, token: number): string {
  const given = z.record(z.string(), z.string()).catch({}).parse(query)
  const page = { page_size: `${size}`, next_page_token: `${token}` }
  return new URLSearchParams({ ...given, ...page }).toString()
}
