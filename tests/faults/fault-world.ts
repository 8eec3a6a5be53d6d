import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { leaderboardPageSchema, type LeaderboardPage } from '#contract/leaderboard.ts'
import { listenSandbox } from '../../sandbox/server.ts'
import { startAppServer, type AppServer, type Environment } from '../helpers/app-server.ts'
import { freePort } from '../helpers/free-port.ts'
import { ORDER_FILE, type FaultOrder } from './fault-order.ts'

/** The real product as a process of its own, and both providers outside of it, which outlive it. */
export interface FaultWorld {
  server: AppServer
  /** The providers' origin. */
  providersUrl: string
  /** From now on this happens to the server. */
  order(fault: FaultOrder): void
  /** From now on all is well. */
  mend(): void
  /** Waits until the server has died of its fault; answers its exit code or the signal. */
  died(): Promise<number | NodeJS.Signals>
  /** A control route's path below `/_sandbox/control`; see the sandbox's README. */
  control(path: string, body: object): Promise<unknown>
  payments(): Promise<Taken[]>
  /** How many Checkout Sessions the card provider has made. */
  countSessions(): Promise<number>
  board(): Promise<LeaderboardPage>
  /**
   * Waits until the board's total is the providers', and stays so. Fails, naming both, where that
   * takes longer than a person would wait.
   */
  quiet(): Promise<LeaderboardPage['total']>
  close(): Promise<void>
}

const takenSchema = z.object({
  ref: z.string(),
  paymentId: z.string(),
  capturedCents: z.int(),
  refundedCents: z.int(),
  disputedCents: z.int(),
})

/** What a provider has taken, and what became of it. */
export type Taken = z.infer<typeof takenSchema> & { provider: 'stripe' | 'paypal' }

const paymentsSchema = z.object({ stripe: takenSchema.array(), paypal: takenSchema.array() })

const PRELOAD = import.meta.resolve('./fault-preload.ts')
const PATIENCE_MS = 20_000
const STAYS_MS = 400
const DEATH_MS = 20_000

/** `environment` adds to, or replaces, what the server is given. */
export async function openFaultWorld(environment: Environment = {}): Promise<FaultWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-fault-'))
  const orderFile = join(folder, 'order.json')
  const sandboxPort = await freePort()
  const providersUrl = `http://127.0.0.1:${sandboxPort}`
  const server = await startAppServer({
    ...toEnvironment(providersUrl),
    NODE_OPTIONS: `--import=${PRELOAD}`,
    [ORDER_FILE]: orderFile,
    ...environment,
  })
  const sandbox = await openProviders(sandboxPort, server.url)
  const control = (path: string, body?: object) =>
    askControl(`${providersUrl}${CONTROL}${path}`, body)
  const world: Omit<FaultWorld, 'quiet'> = {
    server,
    providersUrl,
    order: (fault) => placeOrder(orderFile, fault),
    mend: () => rmSync(orderFile, { force: true }),
    died: () => whenDead(server),
    control,
    payments: async () => toTaken(paymentsSchema.parse(await control('/payments'))),
    countSessions: async () => {
      const answer = await fetch(`${providersUrl}/v1/checkout/sessions?limit=100`, {
        headers: { authorization: `Bearer ${STRIPE.secretKey}` },
      })
      return z.object({ data: z.unknown().array() }).parse(await answer.json()).data.length
    },
    board: async () => {
      const answer = await fetch(`${server.url}/api/leaderboard?limit=500`)
      return leaderboardPageSchema.parse(await answer.json())
    },
    close: async () => {
      await server.stop()
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return { ...world, quiet: () => whenQuiet(world) }
}

const CONTROL = '/_sandbox/control'
const STRIPE = { secretKey: 'sk_test_faults', webhookSecret: 'whsec_of_the_fault_world' }
const PAYPAL = {
  clientId: 'client_of_the_faults',
  clientSecret: 'secret_of_the_faults',
  webhookId: 'WH-FAULTS',
}

function toEnvironment(providersUrl: string): Environment {
  return {
    PAYMENTS: 'test',
    STRIPE_SECRET_KEY: STRIPE.secretKey,
    STRIPE_WEBHOOK_SECRET: STRIPE.webhookSecret,
    STRIPE_API_BASE: providersUrl,
    PAYPAL_CLIENT_ID: PAYPAL.clientId,
    PAYPAL_CLIENT_SECRET: PAYPAL.clientSecret,
    PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
    PAYPAL_API_BASE: `${providersUrl}/_sandbox/paypal`,
    PAYPAL_SDK_BASE: `${providersUrl}/_sandbox/paypal`,
  }
}

function openProviders(port: number, serverUrl: string) {
  return listenSandbox({
    port,
    stripe: { ...STRIPE, webhookUrl: `${serverUrl}/api/webhooks/stripe` },
    paypal: { ...PAYPAL, webhookUrl: `${serverUrl}/api/webhooks/paypal` },
  })
}

/** Writes the order in one step, since the server reads it at any moment. */
function placeOrder(file: string, fault: FaultOrder): void {
  const draft = `${file}.draft`
  writeFileSync(draft, JSON.stringify(fault))
  renameSync(draft, file)
}

async function askControl(url: string, body: object | undefined): Promise<unknown> {
  const answer = await fetch(
    url,
    body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  )
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

function toTaken({ stripe, paypal }: z.infer<typeof paymentsSchema>): Taken[] {
  return [
    ...stripe.map((payment) => ({ ...payment, provider: 'stripe' as const })),
    ...paypal.map((payment) => ({ ...payment, provider: 'paypal' as const })),
  ]
}

async function whenQuiet(world: Omit<FaultWorld, 'quiet'>): Promise<LeaderboardPage['total']> {
  const deadline = Date.now() + PATIENCE_MS
  let equalSince: number | undefined
  for (;;) {
    const [{ total }, payments] = await Promise.all([world.board(), world.payments()])
    const theirs = payments.reduce((sum, payment) => sum + leftOf(payment), 0)
    equalSince = theirs === total.amountCents ? (equalSince ?? Date.now()) : undefined
    if (equalSince !== undefined && Date.now() - equalSince >= STAYS_MS) return total
    if (Date.now() > deadline) {
      throw new Error(
        `The providers have ${theirs} cents, the board ${total.amountCents}.\n${lastLines(world)}`,
      )
    }
    await pause(100)
  }
}

async function whenDead(server: AppServer): Promise<number | NodeJS.Signals> {
  const end = await Promise.race([server.ended(), pause(DEATH_MS, undefined, { ref: false })])
  if (end === undefined) throw new Error(`The server lives on.\n${lastLines({ server })}`)
  return end
}

function lastLines({ server }: Pick<FaultWorld, 'server'>): string {
  return server.log().split('\n').slice(-8).join('\n').slice(-4_000)
}

/** What of a payment is neither refunded nor in an open or lost dispute. */
export function leftOf({
  capturedCents,
  refundedCents,
  disputedCents,
}: Omit<Taken, 'provider'>): number {
  return capturedCents - refundedCents - disputedCents
}
