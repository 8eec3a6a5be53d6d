import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

export interface RawError {
  /** HTTP status code. */
  status: number
  code: ErrorCode
  message: string
}

/** Returns the bytes of an error response, for a connection on which no request was read. */
export function formatRawError(error: RawError): string {
  const { headers, json } = toAnswer(error)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`, ...lines]
  return `${head.join('\r\n')}\r\n\r\n${json}`
}

/** Sends an error response to a request that must reach no route, and ends its connection. */
export function sendRawError(response: ServerResponse, error: RawError): void {
  const { headers, json } = toAnswer(error)
  response.writeHead(error.status, headers).end(json)
}

function toAnswer({ code, message }: RawError) {
  const body: ErrorBody = { error: { code, message, requestId: randomUUID() } }
  const json = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  }
  return { headers, json }
}
