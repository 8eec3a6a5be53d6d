import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A client that writes raw bytes to a port of this machine, and keeps the response bytes. */
export interface RawClient {
  socket: Socket
  /** Returns everything received so far. */
  received: () => string
  send: (bytes: string | Buffer) => void
  /** Resolves once the connection is closed by either side; fails after `timeoutMs`. */
  closed: (timeoutMs?: number) => Promise<void>
  /** Resolves once `pattern` was received; fails after `timeoutMs`. */
  until: (pattern: RegExp, timeoutMs?: number) => Promise<void>
  destroy: () => void
}

export interface RawClientOptions {
  port: number
  /** The local address of the connection, in 127.0.0.0/8. */
  localAddress?: string
  /** Reads the response; false leaves everything unread. */
  reads?: boolean
}

/** The time after which a wait counts as stuck, however slow the machine is. */
const TIMEOUT_MS = 60_000

export async function openRawClient({
  port,
  localAddress,
  reads = true,
}: RawClientOptions): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  let received = ''
  let isClosed = false
  socket.once('close', () => (isClosed = true))
  // Many attacks expect the server to reset the connection.
  socket.on('error', () => undefined)
  if (reads) {
    socket.setEncoding('latin1').on('data', (text: string) => (received += text))
    socket.once('end', () => socket.end())
  }
  await waitFor(() => isClosed || !socket.connecting, 'the connection', TIMEOUT_MS)
  return {
    socket,
    received: () => received,
    send: (bytes) => {
      if (!isClosed) socket.write(bytes)
    },
    closed: (timeoutMs = TIMEOUT_MS) =>
      waitFor(() => isClosed, 'the end of the connection', timeoutMs),
    until: (pattern, timeoutMs = TIMEOUT_MS) =>
      waitFor(() => pattern.test(received), String(pattern), timeoutMs),
    destroy: () => socket.destroy(),
  }
}

/** Returns the number of responses that begin in the received text. */
export function countResponses(received: string): number {
  return received.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0
}

export function formatRequest(line: string, headers: readonly string[] = []): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
}

async function waitFor(isDone: () => boolean, what: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.`)
    await pause(5)
  }
}
