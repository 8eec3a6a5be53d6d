import { noSuch } from './errors.ts'

/** Stripe's object, or its refusal of an id that it does not know. */
export function requireRecord<Kept>(records: Map<string, Kept>, kind: string, id: string): Kept {
  const record = records.get(id)
  if (record === undefined) throw noSuch(kind, id)
  return record
}
