import type { RouteOptions } from 'fastify'
import { statusOf } from '../errors.ts'

const SENTENCES: Readonly<Record<number, string>> = {
  400: 'The request is not as it should be; `message` says what to change.',
  401: 'Nobody is logged in, or what was shown as a proof is wrong.',
  403: 'The account may not do this, or the request came from a page of another site.',
  404: 'There is nothing at this address, or nothing of this caller.',
  409: 'The state of things forbids it; `message` and `reason` say why.',
  413: 'The body is too large.',
  415: 'The body is of another media type than the route takes.',
  422: 'The account cannot be made.',
  429: 'Too many tries. A `challenge` in the body can be solved instead of waiting.',
  500: 'A fault of the server; it is logged under `requestId`.',
  503: 'The server, its database or a payment provider cannot be reached: try again.',
  504: 'A payment provider did not answer in time: look whether it was done before trying again.',
}

/** Methods whose requests may have a body. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Returns the statuses with which a route can fail: what its guards, limits, parsers and schemas
 * refuse, and the codes that the route itself names.
 */
export function listFailures(route: RouteOptions): number[] {
  const { fails = [], refuses = [] } = route.schema ?? {}
  const found = [...listGuardFailures(route), ...fails.map(statusOf), ...refuses]
  return [...new Set(found)].toSorted((one, other) => one - other)
}

/** Lists the statuses with which a request is refused before the route begins its work. */
function listGuardFailures({ method, schema = {}, config = {} }: RouteOptions): number[] {
  const { access, machine } = config
  const takesBody = WITH_BODY.has(String(method))
  const isOfHosts = typeof access === 'object'
  const isHidden = access === 'operator' || access === 'local'
  // A route that reads JSON by itself has a parser that takes every type.
  const takesAnyType = Object.hasOwn(schema.takes ?? {}, 'application/json')
  const { body, params, querystring, headers } = schema
  const isChecked = takesBody || [body, params, querystring, headers].some(Boolean)
  const causes: [status: number, applies: boolean][] = [
    [400, isChecked],
    [401, isOfHosts || access === 'session'],
    [403, isOfHosts || (takesBody && machine !== true)],
    [404, isHidden],
    [413, takesBody],
    [415, takesBody && !takesAnyType],
    // A client may have too many connections, and any request may meet a fault or an outage.
    ...[429, 500, 503].map((status): [number, boolean] => [status, true]),
  ]
  return causes.flatMap(([status, applies]) => (applies ? [status] : []))
}

/** Returns what a status means, for every route alike. */
export function describeFailure(status: number): string {
  const sentence = SENTENCES[status]
  if (sentence === undefined) throw new Error(`The API's document has no words for ${status}.`)
  return sentence
}
