import type {
  CaptureResult,
  Checkout,
  CheckoutSession,
  Order,
  PendingCheckouts,
} from '#contract/checkouts.ts'
import type { DeletedDonations } from '#contract/donations.ts'
import { PROOF_HEADER, ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { withProofOfWork, type ProofOptions } from '../pay/proof-of-work.ts'

/** Longer than the server waits for a provider, so that its answer is the one that counts. */
const PROVIDER_TIMEOUT_MS = 40_000

/** The hosted card page for this amount. */
export async function createCardCheckout(
  amountCents: number,
  options: ProofOptions,
): Promise<CheckoutSession> {
  return postCheckout(ROUTES.createSession, amountCents, options)
}

/** A wallet order over this amount; answers its id. */
export async function createOrder(amountCents: number, options: ProofOptions): Promise<string> {
  const { id } = await postCheckout<Order>(ROUTES.orders, amountCents, options)
  return id
}

/** Takes the money of an approved order. Asking again takes nothing twice. */
export async function captureOrder(id: string, signal: AbortSignal): Promise<CaptureResult> {
  return post(`${ROUTES.orders}/${encodeURIComponent(id)}/capture`, {}, signal)
}

/** Nobody pays it any more, unless somebody has already: the answer says which. */
export async function cancelCheckout(id: string, signal: AbortSignal): Promise<Checkout> {
  return post(`${ROUTES.checkouts}/${encodeURIComponent(id)}/cancel`, {}, signal)
}

/** One's own checkout, by the provider's id or ours. */
export async function getCheckout(id: string, signal: AbortSignal): Promise<Checkout> {
  return callApi(`${ROUTES.checkouts}/${encodeURIComponent(id)}`, { signal })
}

/** One's own payments that a provider works on, newest first. */
export async function listPendingCheckouts(signal: AbortSignal): Promise<Checkout[]> {
  const { checkouts } = await callApi<PendingCheckouts>(ROUTES.checkouts, { signal })
  return checkouts
}

/** Answers how many test donations are gone. */
export async function deleteTestDonations(): Promise<number> {
  const { deleted } = await callApi<DeletedDonations>(ROUTES.testDonations, { method: 'DELETE' })
  return deleted
}

/** Waits for a request once it is sent, since giving it up would not undo it. */
function postCheckout<ResponseBody>(
  path: string,
  amountCents: number,
  options: ProofOptions,
): Promise<ResponseBody> {
  return withProofOfWork(
    (proof) =>
      callApi<ResponseBody>(path, {
        method: 'POST',
        body: { amountCents },
        timeoutMs: PROVIDER_TIMEOUT_MS,
        ...(proof !== undefined && { headers: { [PROOF_HEADER]: proof } }),
      }),
    options,
  )
}

async function post<ResponseBody>(
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Promise<ResponseBody> {
  return callApi<ResponseBody>(path, {
    method: 'POST',
    body,
    timeoutMs: PROVIDER_TIMEOUT_MS,
    ...(signal && { signal }),
  })
}
