import type { Account } from '../account/account.ts'
import type { FormObject } from './form-body.ts'
import { toListPage } from './lists.ts'
import { matches, type Mount } from './mount.ts'
import { toDispute, toEvent } from '../objects/objects.ts'
import { filterByPayment } from './filter-by-payment.ts'
import { requireFound, requireRecord } from '../records/require-record.ts'

/** Mounts the dispute routes: https://docs.stripe.com/api/disputes */
export function mountDisputes(mount: Mount, account: Account): void {
  const url = '/v1/disputes'

  mount('GET', url, ({ form }) =>
    toListPage(
      form,
      url,
      filterByPayment(account, form, {
        all: account.state.disputes,
        byCharge: account.state.disputesByCharge,
      }),
      {
        keep: ({ listedAt }) => listedAt <= account.now * 1000,
        show: toDispute,
      },
    ),
  )
  mount('GET', `${url}/:id`, ({ id }) =>
    toDispute(requireFound(account.state.disputes, 'dispute', id, account.now)),
  )
}

/** Mounts the event routes: https://docs.stripe.com/api/events */
export function mountEvents(mount: Mount, account: Account): void {
  const url = '/v1/events'

  mount('GET', url, ({ form }) =>
    toListPage(form, url, [...account.state.events.values()], {
      keep: ({ type, delivered }) =>
        matchesType(form, type) && matches(form, 'delivery_success', String(delivered)),
      show: toEvent,
    }),
  )
  mount('GET', `${url}/:id`, ({ id }) => toEvent(requireRecord(account.state.events, 'event', id)))
}

function matchesType(form: FormObject, type: string): boolean {
  const types = form['types']
  return matches(form, 'type', type) && (!Array.isArray(types) || types.includes(type))
}
