import type { FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import { refTo } from './components.ts'
import { describeFailure, listFailures } from './failures.ts'
import {
  REQUEST_COOKIES,
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
  type ResponseHeader,
} from './headers.ts'
import type { Bodies, ReadCookie } from './route-facts.ts'
import { toSecurity } from './security.ts'
import { tagOf } from './tags.ts'

type Json = Record<string, unknown>

/** A response as `@fastify/swagger` takes it. */
interface Answer {
  type?: 'null'
  description: string
  headers?: Json
  content?: Record<string, { schema: unknown }>
}

/** Converts the zod schemas of a route's schema into JSON schemas. */
export type Convert = (schema: FastifySchema) => FastifySchema

/**
 * Returns the schema of a route as the document has it: what the route says of itself, and what
 * follows from its address, its `config` and its schemas.
 */
export function describeRoute(route: RouteOptions, convert: Convert): FastifySchema {
  const { url, schema = {}, config = {} } = route
  const path = url.replaceAll(/:(\w+)/g, '{$1}')
  const { takes, gives, events } = schema
  const written = gives && { 200: { content: toContent(gives) } }
  const converted = convert({
    ...schema,
    ...(written && { response: { ...Object(schema.response), ...written } }),
  })
  return {
    ...converted,
    ...(takes && { body: { content: convertBodies(takes, convert) } }),
    ...describeHeaders(schema, converted),
    ...(schema.readsCookies && { cookies: describeCookies(schema.readsCookies) }),
    response: { ...listSuccesses(schema, converted), ...listRefusals(route) },
    ...(events && { 'x-events': convert({ response: events }).response }),
    tags: [tagOf(path)],
    security: toSecurity(config.access, path),
  }
}

function toContent(bodies: Bodies): Record<string, { schema: unknown }> {
  return Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, { schema }]))
}

/** Converts bodies of requests, whose fields with defaults may be missing. */
function convertBodies(bodies: Bodies, convert: Convert): Record<string, { schema: unknown }> {
  return Object.fromEntries(
    Object.entries(bodies).map(([type, body]) => [type, { schema: convert({ body }).body }]),
  )
}

/** Adds the headers that a route reads to those of its schema. */
function describeHeaders(
  { reads = [], signedBy = [] }: FastifySchema,
  { headers }: FastifySchema,
): { headers?: unknown } {
  if (reads.length + signedBy.length === 0) return headers === undefined ? {} : { headers }
  const { properties = {}, required = [] } = headersSchema.parse(headers ?? {})
  const all = { ...properties }
  for (const name of reads) all[name] = { type: 'string', description: REQUEST_HEADERS[name] }
  for (const name of signedBy) all[name] = { type: 'string', description: SIGNATURE_PART }
  return { headers: { type: 'object', properties: all, required: [...required, ...signedBy] } }
}

const SIGNATURE_PART = 'A part of the provider’s signature.'

function describeCookies(names: readonly ReadCookie[]): Json {
  const properties = names.map((name) => [
    name,
    { type: 'string', description: REQUEST_COOKIES[name] },
  ])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

const headersSchema = z.object({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})

/** Returns the responses of the route's own work, each with its headers. */
function listSuccesses(
  { sends = [] }: FastifySchema,
  { response = {} }: FastifySchema,
): Record<string, Answer> {
  const headers = toHeaders(['cache-control', ...sends])
  return Object.fromEntries(
    Object.entries(answersSchema.parse(response)).map(([status, answer]) => [
      status,
      { ...toAnswer(answer), description: SUCCESSES[status] ?? 'Done.', headers },
    ]),
  )
}

const SUCCESSES: Readonly<Record<string, string>> = {
  200: 'Done.',
  202: 'Taken, and on the way.',
  302: 'The content is elsewhere.',
  304: 'The client has this version already.',
}

function toAnswer(answer: unknown): Partial<Answer> {
  const { type, content } = answerSchema.parse(answer)
  if (content !== undefined) return { content }
  return type === 'null' ? { type } : { content: { 'application/json': { schema: answer } } }
}

const answersSchema = z.record(z.string(), z.unknown())

const answerSchema = z.looseObject({
  type: z.unknown().optional(),
  content: z.record(z.string(), z.object({ schema: z.unknown() })).optional(),
})

/** Returns the failures of a route, in the one shape of errors. */
function listRefusals(route: RouteOptions): Record<string, Answer> {
  const { refuses = [], sends = [], gives = {} } = route.schema ?? {}
  // A person reads the refusals of a page in a browser, so they are pages too.
  const page = gives['text/html'] && { 'text/html': { schema: { type: 'string' } } }
  return Object.fromEntries(
    listFailures(route).map((status) => {
      const isLate = status === 429 || status === 503
      const ours = refTo('Error')
      const isRefused = refuses.includes(status)
      const schema = isRefused ? { anyOf: [ours, refTo('Refusal')] } : ours
      const headers = toHeaders([
        'cache-control',
        ...(isLate ? (['retry-after'] as const) : []),
        ...(isRefused && sends.includes('set-cookie') ? (['set-cookie'] as const) : []),
      ])
      const content = { 'application/json': { schema }, ...page }
      return [status, { description: describeFailure(status), headers, content }]
    }),
  )
}

function toHeaders(names: readonly ResponseHeader[]): Json {
  return Object.fromEntries(
    names.map((name) => {
      const { description, schema } = RESPONSE_HEADERS[name]
      return [name, { ...schema, description }]
    }),
  )
}
