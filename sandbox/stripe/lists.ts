import { invalidRequest } from './errors.ts'
import type { FormObject } from './form-body.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

/** What a list is made of: which records it takes, and how each is shown. */
interface ListParts<Kept> {
  keep: (record: Kept) => boolean
  show: (record: Kept) => object
}

/**
 * A page of a list, newest first. `records` are in the order in which they were made.
 * https://docs.stripe.com/api/pagination
 */
export function listOf<Kept extends { id: string; created: number }>(
  form: FormObject,
  url: string,
  records: Kept[],
  { keep, show }: ListParts<Kept>,
): object {
  const limit = readLimit(form['limit'])
  const newestFirst = records
    .toReversed()
    .filter((record) => keep(record) && isWithin(form, record))
  const after = newestFirst.findIndex(({ id }) => id === form['starting_after'])
  const before = newestFirst.findIndex(({ id }) => id === form['ending_before'])
  const end = before === -1 ? newestFirst.length : before
  const start = before === -1 ? after + 1 : Math.max(0, end - limit)
  const page = newestFirst.slice(start, Math.min(end, start + limit))
  const hasMore = before === -1 ? start + limit < end : start > 0
  return { object: 'list', url, has_more: hasMore, data: page.map(show) }
}

function readLimit(value: FormObject[string] | undefined): number {
  if (value === undefined) return DEFAULT_LIMIT
  const limit = Number(value)
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit
  throw invalidRequest('This value must be between 1 and 100.', 'limit')
}

/** `created[gte]` and its siblings, in Unix seconds. */
function isWithin({ created }: FormObject, record: { created: number }): boolean {
  if (typeof created !== 'object' || Array.isArray(created)) return true
  const { gt, gte, lt, lte } = created
  return (
    (gt === undefined || record.created > Number(gt)) &&
    (gte === undefined || record.created >= Number(gte)) &&
    (lt === undefined || record.created < Number(lt)) &&
    (lte === undefined || record.created <= Number(lte))
  )
}
