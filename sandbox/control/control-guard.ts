import type { FastifyRequest } from 'fastify'

const LOOPBACK_PEER = /^(::ffff:)?127\.|^::1$/
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Returns whether a program of this machine sent the request. The Host header is checked too,
 * because a page elsewhere can make its own name resolve to this machine (DNS rebinding).
 */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  return LOOPBACK_PEER.test(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '')
}
