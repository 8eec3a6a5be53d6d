import { noSuch } from './errors.ts'
import type { Visibility } from './records.ts'

/** Stripe's object, or its refusal of an id that it does not know. */
export function requireRecord<Kept>(records: Map<string, Kept>, kind: string, id: string): Kept {
  const record = records.get(id)
  if (record === undefined) throw noSuch(kind, id)
  return record
}

/** The object, or Stripe's refusal while it is not found yet; `now` is Unix seconds. */
export function requireFound<Kept extends Visibility>(
  records: Map<string, Kept>,
  kind: string,
  id: string,
  now: number,
): Kept {
  const record = requireRecord(records, kind, id)
  if (record.foundAt > now * 1000) throw noSuch(kind, id)
  return record
}
