import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import { nothingHere } from './errors.ts'

/** What is measured, read anew for each look. */
export interface Measured {
  /** Live streams that this node has open. */
  viewers(): number
  /** Donations on the board, and their sum. */
  total(): { count: number; amountCents: number }
  /** Events of the providers that wait, for their turn or for the host. */
  events(): Promise<{ waiting: number; parked: number }>
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** What an unknown proxy passes on comes from anywhere, though the proxy is here. */
function isFromHere({ ip, socket, headers }: FastifyRequest): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return LOOPBACK.has(ip) && !(isPassedOn && ip === socket.remoteAddress)
}

/** `GET /metrics` in Prometheus' text format, for this machine alone. */
export function installMetrics(app: FastifyInstance, measured: Measured): void {
  const registry = new Registry()
  const gauges: [string, string, () => number | Promise<number>][] = [
    ['royale_live_viewers', 'Live streams open on this node', () => measured.viewers()],
    ['royale_donations', 'Donations on the board', () => measured.total().count],
    ['royale_donations_cents', 'Sum of the board in US cents', () => measured.total().amountCents],
    [
      'royale_webhook_events_waiting',
      'Events that are to be worked off',
      async () => (await measured.events()).waiting,
    ],
    [
      'royale_webhook_events_parked',
      'Events that wait for the host',
      async () => (await measured.events()).parked,
    ],
    ['process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss()],
  ]
  for (const [name, help, read] of gauges) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await read())
        },
      }),
    )
  }
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // To everybody else it is not there at all.
    if (!isFromHere(request)) throw nothingHere()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
