import type { RequestListener } from 'node:http'

/**
 * The time in which a client must have read a finished response: 134 kB, our largest, at 1.5 kB/s.
 */
export const WRITING_TIME_MS = 90_000

/** Wraps a request listener so that a client that does not read its response is disconnected. */
export function limitWritingTime(
  handle: RequestListener,
  limitMs: number = WRITING_TIME_MS,
): RequestListener {
  return (request, response) => {
    // Emitted once the whole response was handed over, and only the client's reading is left.
    response.once('prefinish', () => {
      const timer = setTimeout(() => request.socket.destroy(), limitMs).unref()
      response.once('close', () => clearTimeout(timer))
    })
    handle(request, response)
  }
}
