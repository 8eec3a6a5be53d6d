import type { CaptureResult, Checkout, CheckoutSession, Order } from '#contract/checkouts.ts'
import type { Deleted } from '#contract/donations.ts'
import { ROUTES } from '#contract/routes.ts'
import { callApi } from '../../lib/api.ts'

/** Longer than the server waits for a provider, so that its answer is the one that counts. */
const PROVIDER_TIMEOUT_MS = 40_000

/** The hosted card page for this amount. */
export async function createCardCheckout(amountCents: number): Promise<CheckoutSession> {
  return post(ROUTES.createSession, { amountCents })
}

/** A wallet order over this amount; answers its id. */
export async function createOrder(amountCents: number): Promise<string> {
  const { id } = await post<Order>(ROUTES.orders, { amountCents })
  return id
}

/** Takes the money of an approved order. Asking again takes nothing twice. */
export async function captureOrder(id: string): Promise<CaptureResult> {
  return post(`${ROUTES.orders}/${encodeURIComponent(id)}/capture`, {})
}

/** One's own checkout, by the provider's id or ours. */
export async function getCheckout(id: string, signal: AbortSignal): Promise<Checkout> {
  return callApi(`${ROUTES.checkouts}/${encodeURIComponent(id)}`, { signal })
}

/** Answers how many test donations are gone. */
export async function deleteTestDonations(): Promise<number> {
  const { deleted } = await callApi<Deleted>(ROUTES.testDonations, { method: 'DELETE' })
  return deleted
}

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  return callApi<Answer>(path, { method: 'POST', body, timeoutMs: PROVIDER_TIMEOUT_MS })
}
