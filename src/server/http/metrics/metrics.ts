import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Registry } from 'prom-client'
import { isLocalRequest } from './guards/local-requests.ts'
import { requireOperator } from './guards/operator.ts'

/** The measured values, read anew for each scrape. */
export interface Measured {
  /** Live streams that this node has open. */
  viewers(): number
  /** Live streams of hosts that this node has open. */
  consoles(): number
  /** Donations on the board, and their sum. */
  total(): { count: number; amountCents: number }
  /** Events of the providers that are unhandled: waiting for their turn, or parked for the host. */
  events(): Promise<{ waiting: number; parked: number }>
  /** Says whether card testing is suspected, and how many declines there were in ten minutes. */
  cardTesting(): Promise<{ isAlarmOn: boolean; recentDeclines: number }>
  /** Declines that this node has counted since it started. */
  declines(): number
  /** Counts the open concerns by kind; kinds without any may be left out. */
  concerns(): Promise<{ kind: string; count: number }[]>
  /** The state of each provider: the permissions of our keys there, and its clock against ours. */
  providers(): {
    probes: readonly { state: string; isOptional: boolean }[]
    clockOffsetMs: number
  }[]
  /**
   * The differences between the providers' statements and the ledger, and the age of the last day
   * compared.
   */
  statements(): Promise<{ provider: string; driftCents: number; ageSeconds: number | null }[]>
}

/**
 * Serves `GET /metrics` in Prometheus' text format, only to this machine and the operator's token.
 */
export function installMetrics(
  app: FastifyInstance,
  operatorToken: string,
  measured: Measured,
): void {
  const registry = new Registry()
  for (const [name, help, read] of listGauges(measured)) {
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
  registry.registerMetric(declinesCounter(measured))
  registry.registerMetric(concernsGauge(measured))
  for (const gauge of statementGauges(measured)) registry.registerMetric(gauge)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // Without the token the route answers as if it did not exist.
    if (!isLocalRequest(request)) requireOperator(request, operatorToken)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

type GaugeLine = [name: string, help: string, read: () => number | Promise<number>]

function listGauges(measured: Measured): GaugeLine[] {
  return [
    ['royale_live_viewers', 'Live streams open on this node', () => measured.viewers()],
    ['royale_host_consoles', 'Live streams of hosts open on this node', () => measured.consoles()],
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
    [
      'royale_card_testing_alarm',
      '1 while card testing is suspected and every checkout needs a proof of work',
      async () => ((await measured.cardTesting()).isAlarmOn ? 1 : 0),
    ],
    [
      'royale_checkout_declines_recent',
      'Declined attempts to pay in the last ten minutes, on all nodes',
      async () => (await measured.cardTesting()).recentDeclines,
    ],
    [
      'royale_provider_permissions_denied',
      'What a provider denies our keys',
      () =>
        measured
          .providers()
          .flatMap(({ probes }) => probes)
          .filter(({ state, isOptional }) => state === 'denied' && !isOptional).length,
    ],
    [
      'royale_clock_offset_seconds',
      "The largest difference of a provider's clock from ours",
      () => Math.max(0, ...measured.providers().map((one) => Math.abs(one.clockOffsetMs))) / 1000,
    ],
    ['process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss()],
  ]
}

function declinesCounter(measured: Measured): Counter {
  return new Counter({
    name: 'royale_checkout_declines_total',
    help: 'Declined attempts to pay that this node has counted',
    registers: [],
    collect() {
      this.reset()
      this.inc(measured.declines())
    },
  })
}

function concernsGauge(measured: Measured): Gauge {
  return new Gauge({
    name: 'royale_concerns_open',
    help: 'Things that need a person, by kind',
    labelNames: ['kind'],
    registers: [],
    async collect() {
      this.reset()
      for (const { kind, count } of await measured.concerns()) this.set({ kind }, count)
    },
  })
}

function statementGauges({ statements }: Measured): Gauge[] {
  const labelNames = ['provider']
  return [
    new Gauge({
      name: 'royale_statement_drift_cents',
      help: "Cents by which a provider's own statement and the ledger differ",
      labelNames,
      registers: [],
      async collect() {
        this.reset()
        for (const { provider, driftCents } of await statements()) {
          this.set({ provider }, driftCents)
        }
      },
    }),
    new Gauge({
      name: 'royale_statement_age_seconds',
      help: "Time since the end of the last day of a provider's statement that was compared",
      labelNames,
      registers: [],
      async collect() {
        this.reset()
        for (const { provider, ageSeconds } of await statements()) {
          if (ageSeconds !== null) this.set({ provider }, ageSeconds)
        }
      },
    }),
  ]
}
