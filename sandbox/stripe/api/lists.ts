import { invalidRequest } from '../errors.ts'
import type { FormObject } from './form-body.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100

/** The parts of a list: the filter of its records, and their format. */
interface ListParts<Kept> {
  keep: (record: Kept) => boolean
  show: (record: Kept) => object
}

/**
 * Returns a page of a list, newest first. `records` are in the order of their creation.
 * https://docs.stripe.com/api/pagination
 */
export function toListPage<Kept extends { id: string; created: number }>(
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

/** Returns whether a record matches `created[gte]` and the like, in Unix seconds. */
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
