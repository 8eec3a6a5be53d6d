import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { AppError } from '#contract/app-error.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { addressKey } from '../guards/client-address.ts'
import { ConnectionLimiter, type ConnectionLimits } from './connection-limiter.ts'
import { statusOf } from '../errors.ts'
import { formatRawError } from './raw-answers.ts'
import { isAnswering } from './request-queue.ts'

export interface ConnectionOptions {
  /** Addresses and ranges of the installation's own proxies, each of which brings many clients. */
  trustedProxies: readonly string[]
  limits?: ConnectionLimits
}

/**
 * The default limits. Many phones behind one address may open the page at once, with a handful of
 * connections each. Streams are counted separately; all together stay below 20,000 open files.
 */
const CONNECTION_LIMITS: ConnectionLimits = { total: 4_000, perAddress: 2_000 }

const MESSAGES = {
  perAddress: 'Too many connections are open from your network: try again in a moment.',
  total: 'Too many people are here just now: try again in a moment.',
}

const releaseBySocket = new WeakMap<Socket, () => void>()

/** Refuses connections beyond the limits, each with one response that ends it. */
export function guardConnections(server: Server, options: ConnectionOptions): void {
  const limiter = new ConnectionLimiter(options.limits ?? CONNECTION_LIMITS, MESSAGES)
  const isProxy = matchAddresses(options.trustedProxies)
  const counted = new Set<Socket>()
  server.on('connection', (socket) => {
    const { remoteAddress: peer } = socket
    // The client may have disconnected already.
    if (peer === undefined) return void socket.destroy()
    try {
      const uncount = limiter.take(isProxy(peer) ? undefined : addressKey(peer))
      counted.add(socket)
      const release = (): void => {
        if (counted.delete(socket)) uncount()
      }
      releaseBySocket.set(socket, release)
      socket.once('close', release)
    } catch (error) {
      if (refuse(socket, error) === 'unavailable') closeIdle(counted)
    }
  })
}

/**
 * Closes connections that have had a response and are idle, to make room for others. Node's own
 * `closeIdleConnections` would also close those that were just made.
 */
function closeIdle(counted: ReadonlySet<Socket>): void {
  for (const socket of counted) {
    if (socket.bytesWritten > 0 && !isAnswering(socket)) socket.destroy()
  }
}

/** Stops counting a connection that is counted elsewhere from now on, such as a stream's. */
export function releaseConnection(socket: Socket): void {
  releaseBySocket.get(socket)?.()
}

function refuse(socket: Socket, error: unknown): ErrorCode {
  if (!(error instanceof AppError)) throw error
  const { code, message } = error
  socket.end(formatRawError({ status: statusOf(code), code, message }))
  socket.destroySoon()
  return code
}

/**
 * Returns a function that tells whether an address is in a list of addresses and ranges. What is no
 * address is not: a forwarded header has any text, and a connection that has ended has none.
 */
export function matchAddresses(list: readonly string[]): (address: string | undefined) => boolean {
  const block = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) block.addAddress(address, family)
    else block.addSubnet(address, Number(bits), family)
  }
  // An IPv4 address written as IPv6 is matched by the IPv4 entries too.
  return (address = '') => block.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
