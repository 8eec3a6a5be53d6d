import type { Socket } from 'node:net'
import { formatRawError, type RawError } from './raw-answers.ts'
import { isAnswering } from './request-queue.ts'

/**
 * Refuses bytes that Node cannot parse as a request, and closes the connection. Writes nothing
 * while a response to an earlier request may be under way, since the client would read it as a part
 * of that.
 */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET' && !isAnswering(socket)) {
    socket.write(formatRawError(REFUSALS[error.code ?? ''] ?? BROKEN))
  }
  socket.destroy(error)
}

const BROKEN: RawError = {
  status: 400,
  code: 'invalid-argument',
  message: 'The request could not be understood.',
}

const REFUSALS: Record<string, RawError> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'deadline-exceeded',
    message: 'The request took too long to arrive.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'invalid-argument',
    message: 'The headers of the request are too large.',
  },
}
