import type { Account } from '../account/account.ts'
import { noSuch } from '../errors.ts'
import type { FormObject } from './form-body.ts'
import { matches, textOf } from './mount.ts'

/** An object of a payment, by which lists can be filtered. */
interface PaymentRelated {
  chargeId: string
  intentId: string
}

/** Returns the records of the charge or intent in the query, or all records if it names none. */
export function filterByPayment<Kept extends PaymentRelated>(
  { state }: Account,
  form: FormObject,
  { all, byCharge }: { all: Map<string, Kept>; byCharge: Map<string, Kept[]> },
): Kept[] {
  if (form['charge'] === undefined && form['payment_intent'] === undefined) return [...all.values()]
  const intent = findFilterRecord(state.intents, 'payment_intent', form)
  findFilterRecord(state.charges, 'charge', form)
  const records = byCharge.get(textOf(form['charge']) ?? intent?.chargeId ?? '') ?? []
  return records.filter(({ intentId }) => matches(form, 'payment_intent', intentId))
}

/** Returns the record that a list is filtered by; throws Stripe's error for an unknown one. */
export function findFilterRecord<Kept>(
  records: Map<string, Kept>,
  param: 'charge' | 'payment_intent',
  form: FormObject,
): Kept | undefined {
  const id = textOf(form[param])
  const record = id === undefined ? undefined : records.get(id)
  if (id !== undefined && record === undefined) throw noSuch(param, id, param)
  return record
}
