import { notFound } from '../errors.ts'

/** Returns PayPal's object; throws PayPal's error for an unknown id. */
export function requireRecord<Kept>(records: Map<string, Kept>, id: string): Kept {
  const record = records.get(id)
  if (record === undefined) throw notFound()
  return record
}

/** Returns the object; throws PayPal's error while reads do not show it yet. `now` is Unix ms. */
export function requireShown<Kept extends { shownAt: number }>(
  records: Map<string, Kept>,
  id: string,
  now: number,
): Kept {
  const record = requireRecord(records, id)
  if (record.shownAt > now) throw notFound()
  return record
}
