import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { AppServer } from './app-server.ts'
import { operatorHeaders } from './operator-token.ts'

/** Calls of the payment sandbox inside a server, and reads of its state. */

const TIMEOUT_MS = 60_000

/** Calls a control route; `path` follows `/_sandbox/control`, see the sandbox's README. */
export async function control(server: AppServer, path: string, body: object): Promise<void> {
  const answer = await fetch(`${server.url}/_sandbox/control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...operatorHeaders(server) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

const paymentsSchema = z.array(z.object({ paymentId: z.string(), capturedCents: z.int() }))

async function readPayments({ url }: AppServer) {
  const answer = await fetch(`${url}/_sandbox/control/payments`)
  return z.object({ stripe: paymentsSchema, paypal: paymentsSchema }).parse(await answer.json())
}

/** Returns the number of payments of this amount that the providers have taken. */
export async function countPayments(server: AppServer, amountCents: number): Promise<number> {
  const { stripe, paypal } = await readPayments(server)
  return [...stripe, ...paypal].filter(({ capturedCents }) => capturedCents === amountCents).length
}

/** Returns the id of the charge that took this amount by card; throws if there is none. */
export async function findPayment(server: AppServer, amountCents: number): Promise<string> {
  const { stripe } = await readPayments(server)
  const found = stripe.find(({ capturedCents }) => capturedCents === amountCents)
  if (found === undefined) throw new Error(`No payment of ${amountCents} cents was taken.`)
  return found.paymentId
}

/** Returns the id of an order's pending capture, which the sandbox keeps in its own file. */
export async function requireHeldCapture({ dataDir }: AppServer, orderId: string): Promise<string> {
  const capture = new RegExp(`"id":"(\\w+)"[^{}]*"orderId":"${orderId}"`)
  const deadline = Date.now() + TIMEOUT_MS
  while (Date.now() < deadline) {
    const [, id] = capture.exec(readSandboxFile(dataDir)) ?? []
    if (id !== undefined) return id
    await pause(50)
  }
  throw new Error(`Order ${orderId} has no capture.`)
}

function readSandboxFile(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'sandbox.json'), 'utf8')
  } catch {
    // Not written yet.
    return ''
  }
}
