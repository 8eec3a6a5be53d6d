import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'

/** Bodies by their media type. */
export type Bodies = Readonly<Record<string, z.ZodType>>

/** A response header that the document names; the others are the same for every response. */
export type SentHeader =
  | 'content-disposition'
  | 'cross-origin-resource-policy'
  | 'etag'
  | 'location'
  | 'set-cookie'

/** A request header that a route reads without a schema that would refuse it. */
export type ReadHeader = 'if-match' | 'if-none-match' | 'last-event-id' | 'x-proof-of-work'

/** A cookie that a route reads, besides those of the account. */
export type ReadCookie = 'disclaimer'

declare module 'fastify' {
  /**
   * The facts that a route tells for the API's document, besides what follows from its schemas, its
   * address, its budget and `config.access`.
   */
  interface FastifySchema {
    /** The codes with which the work of the route itself fails. */
    fails?: readonly ErrorCode[]
    /** The statuses with which better-auth refuses, in a body of its own. */
    refuses?: readonly number[]
    reads?: readonly ReadHeader[]
    readsCookies?: readonly ReadCookie[]
    /** The headers without which the route takes a request for forged; the first has the signature. */
    signedBy?: readonly string[]
    sends?: readonly SentHeader[]
    /** The request's bodies, where the route reads the bytes itself. */
    takes?: Bodies
    /** The bodies of status 200, where the route writes the bytes itself. */
    gives?: Bodies
    /** The data of the stream's events, by the events' names. */
    events?: Bodies
  }
}
