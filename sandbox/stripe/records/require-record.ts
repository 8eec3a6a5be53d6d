import { noSuch } from '../errors.ts'
import type { Visibility } from './records.ts'

/** Returns Stripe's object; throws Stripe's error for an unknown id. */
export function requireRecord<Kept>(records: Map<string, Kept>, kind: string, id: string): Kept {
  const record = records.get(id)
  if (record === undefined) throw noSuch(kind, id)
  return record
}

/**
 * Returns the object; throws Stripe's error while it cannot be found yet. `now` is Unix seconds.
 */
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
