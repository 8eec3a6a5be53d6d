import type {
  CaptureResult,
  Checkout,
  CheckoutSession,
  Order,
  OwnDonation,
  OwnDonations,
  PendingCheckouts,
} from '#contract/checkouts.ts'
import type { DeletedDonations } from '#contract/donations.ts'
import type { TeamChoice } from '#contract/donor-teams/choice.ts'
import type { TextChoice } from '#contract/texts.ts'
import { PROOF_HEADER, ROUTES } from '#contract/routes.ts'
import { callApi } from '#client/lib/api.ts'
import { withProofOfWork, type ProofOptions } from '../pay/proof-of-work.ts'

/** Longer than the server waits for a provider, so that the server's response decides. */
const PROVIDER_TIMEOUT_MS = 40_000

/** A donation as a donor makes it, with the texts to show. */
export interface NewDonation {
  amountCents: number
  texts?: TextChoice & TeamChoice
  /** The option that it votes for. */
  optionId?: string | undefined
}

/** Creates a checkout on the hosted card page. */
export async function createCardCheckout(
  donation: NewDonation,
  options: ProofOptions,
): Promise<CheckoutSession> {
  return postCheckout(ROUTES.createSession, donation, options)
}

/** Creates a wallet order and returns its id. */
export async function createOrder(donation: NewDonation, options: ProofOptions): Promise<string> {
  const { id } = await postCheckout<Order>(ROUTES.orders, donation, options)
  return id
}

/** Captures an approved order. Repeating it captures nothing twice. */
export async function captureOrder(id: string, signal: AbortSignal): Promise<CaptureResult> {
  return post(`${ROUTES.orders}/${encodeURIComponent(id)}/capture`, {}, signal)
}

/** Cancels a checkout unless it is already paid: the response says which. */
export async function cancelCheckout(id: string, signal: AbortSignal): Promise<Checkout> {
  return post(`${ROUTES.checkouts}/${encodeURIComponent(id)}/cancel`, {}, signal)
}

/** Fetches one of the donor's own checkouts, by the provider's id or ours. */
export async function getCheckout(id: string, signal: AbortSignal): Promise<Checkout> {
  return callApi(`${ROUTES.checkouts}/${encodeURIComponent(id)}`, { signal })
}

/** Lists the donor's own payments that a provider still processes, newest first. */
export async function listPendingCheckouts(signal: AbortSignal): Promise<Checkout[]> {
  const { checkouts } = await callApi<PendingCheckouts>(ROUTES.checkouts, { signal })
  return checkouts
}

/** Lists the donor's own donations, the highest first. */
export async function listOwnDonations(signal: AbortSignal): Promise<OwnDonation[]> {
  const { donations } = await callApi<OwnDonations>(ROUTES.ownDonations, { signal })
  return donations
}

/** Deletes all test donations and returns how many there were. */
export async function deleteTestDonations(): Promise<number> {
  const { deleted } = await callApi<DeletedDonations>(ROUTES.testDonations, { method: 'DELETE' })
  return deleted
}

/** Creates a checkout. The request cannot be aborted, since that would not undo it. */
function postCheckout<ResponseBody>(
  path: string,
  { amountCents, optionId, texts }: NewDonation,
  options: ProofOptions,
): Promise<ResponseBody> {
  return withProofOfWork(
    (proof) =>
      callApi<ResponseBody>(path, {
        method: 'POST',
        body: { amountCents, ...(optionId !== undefined && { optionId }), ...texts },
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
