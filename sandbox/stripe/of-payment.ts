import type { Account } from './account.ts'
import { noSuch } from './errors.ts'
import type { FormObject } from './form-body.ts'
import { matches, textOf } from './mount.ts'

/** What became of a payment, and lists narrow down to it. */
interface AfterPayment {
  chargeId: string
  intentId: string
}

/** The records of the charge or intent that a list names; all of them where it names none. */
export function ofPayment<Kept extends AfterPayment>(
  { state }: Account,
  form: FormObject,
  { all, byCharge }: { all: Map<string, Kept>; byCharge: Map<string, Kept[]> },
): Kept[] {
  if (form['charge'] === undefined && form['payment_intent'] === undefined) return [...all.values()]
  const intent = findNamed(state.intents, 'payment_intent', form)
  findNamed(state.charges, 'charge', form)
  const records = byCharge.get(textOf(form['charge']) ?? intent?.chargeId ?? '') ?? []
  return records.filter(({ intentId }) => matches(form, 'payment_intent', intentId))
}

/** Returns what a list is narrowed down to; Stripe refuses one that the account does not have. */
export function findNamed<Kept>(
  records: Map<string, Kept>,
  param: 'charge' | 'payment_intent',
  form: FormObject,
): Kept | undefined {
  const id = textOf(form[param])
  const record = id === undefined ? undefined : records.get(id)
  if (id !== undefined && record === undefined) throw noSuch(param, id, param)
  return record
}
