import { notFound } from './errors.ts'

/** PayPal's object, or its refusal of an id that it does not know. */
export function requireRecord<Kept>(records: Map<string, Kept>, id: string): Kept {
  const record = records.get(id)
  if (record === undefined) throw notFound()
  return record
}
