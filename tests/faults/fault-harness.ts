import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { leaderboardPageSchema, type LeaderboardPage } from '#contract/leaderboard.ts'
import { listenSandbox } from '../../sandbox/server.ts'
import { startAppServer, type AppServer, type Environment } from '../helpers/server/app-server.ts'
import { freePort } from '../helpers/network/free-port.ts'
import { FAULT_FILE, type InjectedFault } from './injected-fault.ts'

/**
 * The real product as a process of its own, and both providers outside of it, which survive its
 * crashes.
 */
export interface FaultHarness {
  server: AppServer
  /** The providers' origin. */
  providersUrl: string
  /** The variables that lead to the providers. */
  environment: Environment
  /** Makes the server fail in this way from now on. */
  injectFault(fault: InjectedFault): void
  /** Ends the injected fault. */
  clearFault(): void
  /** Waits until the server has died of its fault; returns its exit code or the signal. */
  waitForExit(): Promise<number | NodeJS.Signals>
  /** Calls a control route; `path` follows `/_sandbox/control`, see the sandbox's README. */
  control(path: string, body: object): Promise<unknown>
  fetchPayments(): Promise<TakenPayment[]>
  /** Returns the number of Checkout Sessions that Stripe has created. */
  countSessions(): Promise<number>
  fetchBoard(): Promise<LeaderboardPage>
  /**
   * Waits until the board's total equals the providers' cents and stays so. Fails after a time-out,
   * naming both.
   */
  waitUntilConsistent(): Promise<LeaderboardPage['total']>
  close(): Promise<void>
}

const takenSchema = z.object({
  ref: z.string(),
  paymentId: z.string(),
  capturedCents: z.int(),
  refundedCents: z.int(),
  disputedCents: z.int(),
})

/** A payment that a provider has taken, with its refunds and disputes. */
export type TakenPayment = z.infer<typeof takenSchema> & { provider: 'stripe' | 'paypal' }

const paymentsSchema = z.object({ stripe: takenSchema.array(), paypal: takenSchema.array() })

const PRELOAD = import.meta.resolve('./fault-preload.ts')
/** The time after which a wait counts as stuck, however slow the machine is. */
const TIMEOUT_MS = 60_000
const STABLE_MS = 400

/**
 * Starts the server and the providers; `environment` adds to the server's variables or replaces
 * them.
 */
export async function openFaultHarness(environment: Environment = {}): Promise<FaultHarness> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-fault-'))
  const faultFile = join(folder, 'order.json')
  const sandboxPort = await freePort()
  const providersUrl = `http://127.0.0.1:${sandboxPort}`
  const providers = providerEnvironment(providersUrl)
  const server = await startAppServer({
    ...providers,
    NODE_OPTIONS: `--import=${PRELOAD}`,
    [FAULT_FILE]: faultFile,
    ...environment,
  })
  const sandbox = await openProviders(sandboxPort, server.url)
  const control = (path: string, body?: object) => callControl(providersUrl, path, body)
  const harness: Omit<FaultHarness, 'waitUntilConsistent'> = {
    server,
    providersUrl,
    environment: providers,
    injectFault: (fault) => writeFault(faultFile, fault),
    clearFault: () => rmSync(faultFile, { force: true }),
    waitForExit: () => untilExit(server),
    control,
    fetchPayments: () => fetchPayments(providersUrl),
    countSessions: async () => {
      const answer = await fetch(`${providersUrl}/v1/checkout/sessions?limit=100`, {
        headers: { authorization: `Bearer ${STRIPE.secretKey}` },
      })
      return z.object({ data: z.unknown().array() }).parse(await answer.json()).data.length
    },
    fetchBoard: async () => {
      const answer = await fetch(`${server.url}/api/leaderboard?limit=500`)
      return leaderboardPageSchema.parse(await answer.json())
    },
    close: async () => {
      await server.stop()
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return { ...harness, waitUntilConsistent: () => untilConsistent(harness) }
}

const CONTROL = '/_sandbox/control'
const STRIPE = { secretKey: 'sk_test_faults', webhookSecret: 'whsec_of_the_fault_world' }
const PAYPAL = {
  clientId: 'client_of_the_faults',
  clientSecret: 'secret_of_the_faults',
  webhookId: 'WH-FAULTS',
}

/** Returns the variables that lead a server to the providers at this origin. */
export function providerEnvironment(providersUrl: string): Environment {
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

/** Opens both providers, whose events go to `serverUrl`. */
export function openProviders(port: number, serverUrl: string) {
  return listenSandbox({
    port,
    stripe: { ...STRIPE, webhookUrl: `${serverUrl}/api/webhooks/stripe` },
    paypal: { ...PAYPAL, webhookUrl: `${serverUrl}/api/webhooks/paypal` },
  })
}

/** Writes the fault by a rename, since the server may read the file at any moment. */
function writeFault(file: string, fault: InjectedFault): void {
  const draft = `${file}.draft`
  writeFileSync(draft, JSON.stringify(fault))
  renameSync(draft, file)
}

/** Calls a control route of the providers, as `control` does; `GET` without a body. */
export async function callControl(
  providersUrl: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const url = `${providersUrl}${CONTROL}${path}`
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

/** Fetches all payments that the providers have taken. */
export async function fetchPayments(providersUrl: string): Promise<TakenPayment[]> {
  return toTakenPayments(paymentsSchema.parse(await callControl(providersUrl, '/payments')))
}

function toTakenPayments({ stripe, paypal }: z.infer<typeof paymentsSchema>): TakenPayment[] {
  return [
    ...stripe.map((payment) => ({ ...payment, provider: 'stripe' as const })),
    ...paypal.map((payment) => ({ ...payment, provider: 'paypal' as const })),
  ]
}

async function untilConsistent(
  harness: Omit<FaultHarness, 'waitUntilConsistent'>,
): Promise<LeaderboardPage['total']> {
  const deadline = Date.now() + TIMEOUT_MS
  let equalSince: number | undefined
  for (;;) {
    const [{ total }, payments] = await Promise.all([harness.fetchBoard(), harness.fetchPayments()])
    const providerCents = payments.reduce((sum, payment) => sum + remainingCents(payment), 0)
    equalSince = providerCents === total.amountCents ? (equalSince ?? Date.now()) : undefined
    if (equalSince !== undefined && Date.now() - equalSince >= STABLE_MS) return total
    if (Date.now() > deadline) {
      throw new Error(
        `The providers have ${providerCents} cents, the board ${total.amountCents}.\n${lastLines(harness)}`,
      )
    }
    await pause(100)
  }
}

async function untilExit(server: AppServer): Promise<number | NodeJS.Signals> {
  const end = await Promise.race([server.ended(), pause(TIMEOUT_MS, undefined, { ref: false })])
  if (end === undefined) throw new Error(`The server lives on.\n${lastLines({ server })}`)
  return end
}

function lastLines({ server }: Pick<FaultHarness, 'server'>): string {
  return server.log().split('\n').slice(-8).join('\n').slice(-4_000)
}

/** Returns the cents that are neither refunded nor in an open or lost dispute. */
export function remainingCents({
  capturedCents,
  refundedCents,
  disputedCents,
}: Omit<TakenPayment, 'provider'>): number {
  return capturedCents - refundedCents - disputedCents
}
