import { HOST_ROUTES } from '#contract/host/routes.ts'
import { DONATIONS_PATH } from '../paths.ts'

/*
 * The address of the list keeps its search, its filters, and the page: `after` or `before` is the
 * cursor that the server has given, `page` the number that a host reads.
 */

/** Returns the address of the list with a query. */
export function toListPath(query: URLSearchParams): string {
  return query.size === 0 ? DONATIONS_PATH : `${DONATIONS_PATH}?${query.toString()}`
}

/** Returns the route of the page that an address shows. */
export function toRequest(search: string): string {
  const query = new URLSearchParams(search)
  query.delete('page')
  return query.size === 0 ? HOST_ROUTES.donations : `${HOST_ROUTES.donations}?${query.toString()}`
}

/** Returns the query of the first page of the same search. */
export function toFirstPage(search: string): URLSearchParams {
  const query = new URLSearchParams(search)
  for (const name of ['after', 'before', 'page']) query.delete(name)
  return query
}

/** Returns the query of the page that begins after a cursor. */
export function toNextPage(search: string, after: string): URLSearchParams {
  const query = toFirstPage(search)
  query.set('after', after)
  const number = readPageNumber(search)
  if (number !== undefined) query.set('page', String(number + 1))
  return query
}

/** Returns the query of the page that ends before a cursor; the first page needs none. */
export function toPreviousPage(search: string, before: string): URLSearchParams {
  const query = toFirstPage(search)
  const number = readPageNumber(search)
  if (number === 2) return query
  query.set('before', before)
  if (number !== undefined) query.set('page', String(number - 1))
  return query
}

/** Returns the number of the page; undefined if the address has a cursor alone. */
export function readPageNumber(search: string): number | undefined {
  const query = new URLSearchParams(search)
  if (!query.has('after') && !query.has('before')) return 1
  const number = Number(query.get('page'))
  return Number.isSafeInteger(number) && number > 1 ? number : undefined
}
