import { z } from 'zod'
import { openHttpDouble, type ReceivedRequest, type Reply } from '../network/http-double.ts'

/** The parts of OTLP's JSON encoding that are read: https://opentelemetry.io/docs/specs/otlp */
const attributesSchema = z
  .array(
    z.object({
      key: z.string(),
      value: z.looseObject({
        stringValue: z.string().optional(),
        intValue: z.union([z.string(), z.int()]).optional(),
      }),
    }),
  )
  .default([])
  .transform((list) =>
    Object.fromEntries(
      list.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
    ),
  )

const id = (bytes: number) => z.string().regex(new RegExp(`^[\\da-f]{${bytes * 2}}$`))

const spanSchema = z.object({
  traceId: id(16),
  spanId: id(8),
  parentSpanId: z.union([id(8), z.literal('')]).optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d+$/),
  endTimeUnixNano: z.string().regex(/^\d+$/),
  attributes: attributesSchema,
  links: z.array(z.object({ traceId: id(16), spanId: id(8) })).default([]),
  status: z.object({ code: z.int().optional() }).default({}),
})

const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

export type ReceivedSpan = z.infer<typeof spanSchema>

/** A stand-in for an OpenTelemetry collector, which knows nothing but the protocol. */
export interface Collector {
  url: string
  requests: ReceivedRequest[]
  /** Returns all steps so far. */
  spans(): ReceivedSpan[]
  /** Returns what the senders have said of themselves. */
  resources(): Record<string, unknown>[]
  /** Sets how it responds from now on. */
  respond(reply: Reply): void
  close(): Promise<void>
}

const TAKEN: Reply = { body: {} }

export async function startCollector(): Promise<Collector> {
  let reply = TAKEN
  const double = await openHttpDouble(({ path, headers }) =>
    path === '/v1/traces' && headers['content-type'] === 'application/json'
      ? reply
      : { status: 404, body: '' },
  )
  const read = () =>
    double.requests.flatMap(({ body }) => requestSchema.parse(JSON.parse(body)).resourceSpans)
  return {
    url: double.url,
    requests: double.requests,
    spans: () => read().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resources: () => read().map(({ resource }) => resource.attributes),
    respond: (next) => {
      reply = next
    },
    close: double.close,
  }
}
