import type { z } from 'zod'
import { captureSchema, orderSchema, type CaptureResult } from '#contract/checkouts.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { errorBodySchema } from '#contract/errors.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import type { AppServer } from '../helpers/server/app-server.ts'
import { callControl } from './fault-harness.ts'

/** A donor whose calls may fail at any step, because of faults. */
export interface FaultDonor extends Donor {
  /** Begins a wallet payment and approves it; returns the order's id. */
  approveByWallet(amountCents: number): Promise<string>
  /**
   * Does the same, and the provider's events meanwhile are lost: nothing but the donor's request
   * captures the order, however slow the machine is.
   */
  approveUnreported(amountCents: number): Promise<string>
  /** Captures an approved order. */
  capture(orderId: string): Promise<CaptureResult>
}

export async function signUpFaultDonor({
  server,
  providersUrl,
}: {
  server: Pick<AppServer, 'url'>
  providersUrl: string
}): Promise<FaultDonor> {
  const donor = await signUp(server.url)
  const post = async <Schema extends z.ZodType>(path: string, schema: Schema, body = {}) => {
    const answer = await donor.call(path, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    return schema.parse(await answer.json())
  }
  const approveByWallet = async (amountCents: number) => {
    const { id } = await post('/api/paypal/orders', orderSchema, { amountCents })
    await approve(providersUrl, id)
    return id
  }
  return {
    ...donor,
    approveByWallet,
    approveUnreported: async (amountCents) => {
      await callControl(providersUrl, '/webhook-faults', { drop: true })
      const id = await approveByWallet(amountCents)
      await callControl(providersUrl, '/webhook-faults', {})
      return id
    },
    capture: (orderId) => post(`/api/paypal/orders/${orderId}/capture`, captureSchema),
  }
}

async function approve(providersUrl: string, orderId: string): Promise<void> {
  const answer = await fetch(`${providersUrl}/_sandbox/paypal/approve?token=${orderId}`, {
    method: 'POST',
    body: new URLSearchParams({ given_name: 'Ada', surname: 'Lovelace', action: 'pay' }),
    redirect: 'manual',
  })
  await answer.arrayBuffer()
  if (answer.status >= 400) throw new Error(`The order was not approved: ${answer.status}`)
}

/** Returns whether a call failed because the connection was lost, without a response. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')
}

/** The status, code, message and Retry-After header of an error response. */
export interface Refusal {
  status: number
  code: ErrorCode
  message: string
  retryAfter: string | null
}

/** Parses an error response; throws if it is none of the API's errors. */
export async function readRefusal(answer: Response): Promise<Refusal> {
  const { error } = errorBodySchema.parse(await answer.json())
  const { code, message } = error
  return { status: answer.status, code, message, retryAfter: answer.headers.get('retry-after') }
}
