import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { pino, type Logger } from 'pino'
import { z } from 'zod'
import type { ProviderName } from '#contract/checkout-states.ts'
import { createCheckouts, type Checkouts } from '#server/features/checkouts/checkouts.ts'
import { followBus } from '#server/features/leaderboard/follow-bus.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { createDonorIds } from '#server/features/leaderboard/boards/donor-ids.ts'
import { createLeaderboard, type Leaderboard } from '#server/features/leaderboard/leaderboard.ts'
import { RoundKeeper } from '#server/features/leaderboard/rounds/round-keeper.ts'
import { LiveSumsReader } from '#server/features/live-sums/live-sums.ts'
import { ProviderHealth } from '#server/features/provider-health/provider-health.ts'
import { NO_POLICY } from '#server/features/spending-limits/spending-limits.ts'
import type { Importer } from '#server/features/reconciliation/importer.ts'
import { createReconciliation } from '#server/features/reconciliation/reconciliation.ts'
import type { Reconciler } from '#server/features/reconciliation/reconciler.ts'
import { Outbox } from '#server/features/receipts/outbox.ts'
import { Inbox } from '#server/features/webhooks/inbox.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import type { Mailer, MailStore } from '#server/infra/mail/mailer.ts'
import { ownClock } from '#server/infra/shared-clock.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import { createPaypalProvider } from '#server/payments/paypal/paypal.ts'
import type { Fetch } from '#server/payments/fetch.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { createStripeProvider } from '#server/payments/stripe/stripe.ts'
import { INSTALLATION_ID } from '../../helpers/providers/payment-providers.ts'
import { ACCOUNTS, type AccountName } from '../providers/accounts.ts'
import type { Disk } from './database.ts'
import { API_BASES } from '../providers/providers.ts'
import type { Webhook } from './webhooks.ts'
import type { World } from '../world/world.ts'

const PROVIDER_TIMEOUT_MS = 5_000

/** The mode of all that the simulation pays. */
const SANDBOX = 0

/**
 * The product's limits. The maximum is low, because the board keeps a count for every cent up to
 * it.
 */
export const LIMITS = { maxCents: 20_000 }

/** Returns the public id of a donor in a round of donors. */
export const toDonorId = createDonorIds('a secret of the simulation')

/** The product without its HTTP layer and its accounts. */
export interface Product {
  database: Database
  bus: Bus
  checkouts: Checkouts
  leaderboard: Leaderboard
  rounds: RoundKeeper
  /** The votes and the matched money. */
  sums: LiveSumsReader
  inbox: Inbox
  outbox: Outbox
  reconciler: Reconciler
  importer: Importer
  health: ProviderHealth
  providers: Record<ProviderName, PaymentProvider>
}

/** The server from one start to its crash. */
interface RunningProcess {
  product: Product
  /** Rejects each request that has no response yet. */
  openRequests: Set<() => void>
}

export class ConnectionLostError extends Error {}

/** The simulated server: it crashes, and starts again on the same database file. */
export class Server {
  readonly #world: World
  readonly #disk: Disk
  readonly #fetch: Fetch
  readonly #mailer: Mailer & MailStore
  readonly #logger: Logger
  #process: RunningProcess | undefined
  #accounts: Record<ProviderName, AccountName> = { stripe: 'our account', paypal: 'our account' }
  #onStart: (product: Product) => void = () => {}

  constructor(
    world: World,
    dependencies: { disk: Disk; fetch: Fetch; mailer: Mailer & MailStore },
  ) {
    this.#world = world
    this.#disk = dependencies.disk
    this.#fetch = dependencies.fetch
    this.#mailer = dependencies.mailer
    this.#logger = traceLogger(world)
  }

  get isUp(): boolean {
    return this.#process !== undefined
  }

  /** Calls `listener` at every start, once the board is loaded. */
  onStart(listener: (product: Product) => void): void {
    this.#onStart = listener
  }

  /** Changes the account of these providers from the next start on. */
  useAccount(account: AccountName, providers: readonly ProviderName[]): void {
    for (const provider of providers) this.#accounts[provider] = account
  }

  async start(): Promise<void> {
    this.#world.trace.note('the server starts')
    const product = this.#compose()
    const { leaderboard, rounds, sums, bus, inbox, outbox, reconciler, health } = product
    await leaderboard.start()
    followBus({ leaderboard, bus, logger: this.#logger })
    if (this.#world.round !== undefined) {
      rounds.holdUntil(() => reconciler.reconciledAt !== null)
      followBus({ leaderboard: rounds, bus, logger: this.#logger })
    }
    // Without its timer, since most runs have nothing to add up.
    if (this.#world.game !== undefined) bus.subscribe(() => void sums.catchUp().catch(() => {}))
    this.#process = { product, openRequests: new Set() }
    this.#onStart(product)
    inbox.start()
    outbox.start()
    reconciler.start()
    // Its dozens of calls would take most of the time of a run in which they find nothing.
    if (this.#world.incident.kind !== 'none') health.start()
  }

  /** Ends the process: its pending effects, timers and open requests are gone. */
  crash(point: string): void {
    const { trace, scheduler, virtualClock, random } = this.#world
    trace.note(`✗ the server crashes before: ${point}`)
    for (const name of toCrashPoints(point)) trace.count('crashes', name)
    const openRequests = this.#process?.openRequests ?? []
    this.#process = undefined
    this.#world.crashCount += 1
    scheduler.dropServerEffects(random)
    virtualClock.dropServerTimers()
    for (const failRequest of openRequests) failRequest()
    const downtimeMs = random.pick([500, 5_000, 60_000, 20 * 60_000])
    virtualClock.schedule(() => void this.start(), downtimeMs, { owner: 'world' })
  }

  /**
   * Sends a request; rejects with `ConnectionLostError` if the server is down or crashes meanwhile.
   */
  request<Result>(name: string, work: (product: Product) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const running = this.#process
      if (running === undefined) throw new ConnectionLostError('The server is away.')
      const failRequest = () => reject(new ConnectionLostError('The server has crashed.'))
      running.openRequests.add(failRequest)
      const reply = async (send: () => void) => {
        await this.#world.scheduler.waitForTurn(`reply to ${name}`, 'server')
        running.openRequests.delete(failRequest)
        send()
      }
      work(running.product).then(
        (answer) => reply(() => resolve(answer)),
        (error: unknown) => reply(() => reject(toError(error))),
      )
    })
  }

  /** Stores a webhook as the webhook route does. */
  receive({ provider, body, headers }: Webhook): Promise<void> {
    return this.request(`a webhook of ${provider}`, ({ inbox, providers }) =>
      inbox.receive(providers[provider], body, headers),
    )
  }

  #compose(): Product {
    const logger = this.#logger
    const { serverClock: clock } = this.#world
    const schedule: Schedule = (work, delayMs) =>
      this.#world.virtualClock.schedule(work, delayMs, { owner: 'server' })
    const database = this.#disk.connect()
    const bus = createMemoryBus()
    const providers = this.#connectProviders()
    const leaderboard = createLeaderboard({ database, payments: 'sandbox', limits: LIMITS, logger })
    const rounds = new RoundKeeper({
      database,
      livemode: SANDBOX,
      toDonorId,
      onChange: () => bus.publish(),
      clock: ownClock(clock),
      schedule,
      logger,
    })
    const sums = new LiveSumsReader({ database, bus, livemode: SANDBOX, clock, schedule, logger })
    const { dayCents = null } = this.#world.game ?? {}
    const checkouts = createCheckouts({
      database,
      providers,
      bus,
      limits: LIMITS,
      spendingPolicy: () => ({ ...NO_POLICY, dayCents }),
      clock,
      logger,
    })
    const inbox = new Inbox({ database, checkouts, retentionDays: 30, clock, schedule, logger })
    const outbox = new Outbox({
      campaign: { findAt: async () => DEFAULT_CAMPAIGN },
      database,
      mailer: this.#mailer,
      bus,
      findRecipient: async (userId) => ({
        email: `${userId}@donor.example`,
        isConfirmed: true,
      }),
      publicUrl: 'http://royale.test',
      clock,
      schedule,
      logger,
    })
    const concerns = createConcerns({ database, clock, logger })
    const health = new ProviderHealth({ providers, clock, schedule, logger })
    const { reconciler, importer } = createReconciliation({
      database,
      providers,
      checkouts,
      inbox,
      concerns,
      health,
      hasAccount: async () => true,
      clock,
      schedule,
      logger,
    })
    const payments = { checkouts, inbox, reconciler, importer, health, providers }
    return { database, bus, leaderboard, rounds, sums, outbox, ...payments }
  }

  #connectProviders(): Record<ProviderName, PaymentProvider> {
    const shared = {
      livemode: false,
      installationId: INSTALLATION_ID,
      clock: this.#world.serverClock,
      timeoutMs: PROVIDER_TIMEOUT_MS,
      fetch: this.#fetch,
    }
    return {
      stripe: createStripeProvider({
        ...ACCOUNTS[this.#accounts.stripe].stripe,
        ...shared,
        apiBase: API_BASES.stripe,
      }),
      paypal: createPaypalProvider({
        ...ACCOUNTS[this.#accounts.paypal].paypal,
        ...shared,
        apiBase: API_BASES.paypal,
      }),
    }
  }
}

const logLineSchema = z.object({
  level: z.int(),
  msg: z.string().default(''),
  err: z.object({ message: z.string() }).optional(),
})

/** Returns a logger that writes warnings and errors into the trace. */
function traceLogger({ trace }: World): Logger {
  const write = (line: string) => {
    const { level, msg, err } = logLineSchema.parse(JSON.parse(line))
    trace.note(`  log ${level >= 50 ? 'error' : 'warning'}: ${msg}: ${err?.message ?? ''}`)
  }
  return pino({ level: 'warn', base: null, timestamp: false }, { write })
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/**
 * Returns the names under which a crash is counted: the label without the donor's name, and one
 * name for each write of a commit.
 */
function toCrashPoints(label: string): string[] {
  const [what = '', names = ''] = label.replace(/donor-\d+'s /, '').split(/(?<=commit) /)
  return names === '' ? [what] : names.split(' + ').map((name) => `${what} ${name}`)
}
