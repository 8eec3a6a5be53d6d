import type { FastifyInstance } from 'fastify'

const POLL_INTERVAL_MS = 100

/** The time that requests have to end when the server stops, ms. */
const GRACE_MS = 4_000

/**
 * Closes connections while the server stops: those that are idle, as soon as they are, since
 * clients keep them for another request; and after a while all, such as those of slow uploads.
 */
export function closeConnectionsInTime(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app
    if (!server.listening) return
    const idle = setInterval(() => server.closeIdleConnections(), POLL_INTERVAL_MS)
    const all = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    server.once('close', () => {
      clearInterval(idle)
      clearTimeout(all)
    })
  })
}
