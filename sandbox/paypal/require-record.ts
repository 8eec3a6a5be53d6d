import { notFound } from './errors.ts'

/** PayPal's object, or its refusal of an id that it does not know. */
export function requireRecord<Kept>(records: Map<string, Kept>, id: string): Kept {
  const record = records.get(id)
  if (record === undefined) throw notFound()
  return record
}

/** The object, or PayPal's refusal while reads do not show it yet; `now` is Unix ms. */
export function requireShown<Kept extends { shownAt: number }>(
  records: Map<string, Kept>,
  id: string,
  now: number,
): Kept {
  const record = requireRecord(records, id)
  if (record.shownAt > now) throw notFound()
  return record
}
