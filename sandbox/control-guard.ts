import type { FastifyRequest } from 'fastify'

const LOOPBACK_PEER = /^(::ffff:)?127\.|^::1$/
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Tells whether a program of this machine asks. The Host is looked at as well, because a page
 * elsewhere can have its own name lead here (DNS rebinding).
 */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  return LOOPBACK_PEER.test(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '')
}
