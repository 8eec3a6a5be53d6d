import { z } from 'zod'
import type { Account } from '../account/account.ts'
import { invalidRequest } from '../errors.ts'
import { expand } from './expand.ts'
import type { FormObject } from './form-body.ts'
import { toListPage } from './lists.ts'
import { textOf, type Mount } from './mount.ts'
import { toCharge, toIntent, toRefund } from '../objects/objects.ts'
import { findFilterRecord, filterByPayment } from './filter-by-payment.ts'
import type { ChargeRecord, RefundRecord } from '../records/records.ts'
import { requireFound, requireRecord } from '../records/require-record.ts'

/** Mounts the payment-intent routes: https://docs.stripe.com/api/payment_intents */
export function mountIntents(mount: Mount, account: Account): void {
  const url = '/v1/payment_intents'

  mount('GET', url, ({ form }) =>
    toListPage(form, url, [...account.state.intents.values()], {
      keep: () => true,
      show: toIntent,
    }),
  )
  mount('GET', `${url}/:id`, ({ id, form }) => {
    const intent = requireRecord(account.state.intents, 'payment_intent', id)
    return expand(account, toIntent(intent), form)
  })
}

/** Mounts the charge routes: https://docs.stripe.com/api/charges */
export function mountCharges(mount: Mount, account: Account): void {
  const url = '/v1/charges'

  mount('GET', url, ({ form }) =>
    toListPage(form, url, findCharges(account, form), { keep: () => true, show: toCharge }),
  )
  mount('GET', `${url}/:id`, ({ id, form }) => {
    const charge = requireRecord(account.state.charges, 'charge', id)
    return expand(account, toCharge(charge), form)
  })
}

/** Mounts the refund routes: https://docs.stripe.com/api/refunds */
export function mountRefunds(mount: Mount, account: Account): void {
  const url = '/v1/refunds'

  mount('POST', url, ({ form }) => toRefund(refund(account, form)))
  mount('GET', url, ({ form }) =>
    toListPage(
      form,
      url,
      filterByPayment(account, form, {
        all: account.state.refunds,
        byCharge: account.state.refundsByCharge,
      }),
      {
        keep: ({ listedAt }) => listedAt <= account.now * 1000,
        show: toRefund,
      },
    ),
  )
  mount('GET', `${url}/:id`, ({ id }) =>
    toRefund(requireFound(account.state.refunds, 'refund', id, account.now)),
  )
}

function findCharges({ state }: Account, form: FormObject): ChargeRecord[] {
  const intent = findFilterRecord(state.intents, 'payment_intent', form)
  if (intent === undefined) return [...state.charges.values()]
  const charge = state.charges.get(intent.chargeId ?? '')
  return charge === undefined ? [] : [charge]
}

const metadataSchema = z.record(z.string(), z.string()).catch({})

function refund(account: Account, form: FormObject): RefundRecord {
  const chargeId = textOf(form['charge']) ?? chargeOfIntent(account, textOf(form['payment_intent']))
  if (chargeId === undefined) {
    throw invalidRequest(
      'One of the following params should be provided: payment_intent or charge.',
    )
  }
  const amount = textOf(form['amount'])
  if (amount !== undefined && !/^\d+$/.test(amount)) {
    throw invalidRequest(`Invalid integer: ${amount}`, 'amount')
  }
  const cents = amount === undefined ? undefined : Number(amount)
  const metadata = metadataSchema.parse(form['metadata'])
  return account.returns.refund(chargeId, { amount: cents, metadata })
}

function chargeOfIntent(account: Account, intentId: string | undefined): string | undefined {
  if (intentId === undefined) return undefined
  return requireRecord(account.state.intents, 'payment_intent', intentId).chargeId ?? undefined
}
