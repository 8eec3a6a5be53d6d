import type { ReadCookie, ReadHeader, SentHeader } from './route-facts.ts'

/** The headers that every response of the server may have, whatever the route. */
export const COMMON_HEADERS = `
  cache-control connection content-encoding content-length content-security-policy content-type
  cross-origin-opener-policy cross-origin-resource-policy date keep-alive origin-agent-cluster
  permissions-policy referrer-policy strict-transport-security transfer-encoding vary
  x-accel-buffering x-content-type-options x-dns-prefetch-control x-frame-options
  x-permitted-cross-domain-policies x-request-id
`
  .trim()
  .split(/\s+/)

const text = { type: 'string' } as const

/** The response headers that the document describes. */
export const RESPONSE_HEADERS = {
  'cache-control': {
    description: 'Says who may keep the response; `no-store` for all that is personal.',
    schema: text,
  },
  'content-disposition': {
    description: 'The name under which browsers save the file.',
    schema: text,
  },
  'cross-origin-resource-policy': {
    description: '`cross-origin`: other sites may show the picture.',
    schema: text,
  },
  etag: { description: 'The version of the content.', schema: text },
  location: { description: 'Where the content is instead.', schema: text },
  'retry-after': {
    description: 'The seconds after which the same request may succeed.',
    schema: { type: 'integer' },
  },
  'set-cookie': {
    description: 'The session and what belongs to it; scripts cannot read these cookies.',
    schema: text,
  },
} as const satisfies Record<SentHeader | 'cache-control' | 'retry-after', object>

export type ResponseHeader = keyof typeof RESPONSE_HEADERS

export const REQUEST_HEADERS: Readonly<Record<ReadHeader, string>> = {
  'if-match': 'The version that the change is of: a version number, or the ETag of a response.',
  'if-none-match': 'The ETag of the version that the client has, which is not sent again.',
  'last-event-id': 'The last event that the client has; without it the stream begins anew.',
  'x-proof-of-work': 'The solution of the `challenge` in an error of the same request.',
}

export const REQUEST_COOKIES: Readonly<Record<ReadCookie, string>> = {
  disclaimer:
    'The version of the disclaimer that the donor has accepted, `~` and the time; it is stored with the donation.',
}
