import type { ProviderName } from '#contract/checkout-states.ts'
import type { Database, Reader } from '../../infra/database/database.ts'
import type { Hint, PaymentOwner, PaymentProvider } from '../../payments/provider.ts'
import { requireProvider, type Providers } from './providers.ts'
import {
  attachRef,
  findByCapture,
  findById,
  findByRef,
  requireCheckout,
  type CheckoutRow,
} from './store.ts'

export interface LocateDeps {
  database: Database
  providers: Providers
  clock: () => number
}

/** See `Checkouts.locate`. */
export async function locate(
  deps: LocateDeps,
  name: ProviderName,
  hint: Hint,
): Promise<CheckoutRow | 'foreign' | undefined> {
  const { reader } = deps.database
  const known = await findKnown(reader, name, hint)
  if (known !== undefined) return known
  const owner = await askOwner(requireProvider(deps.providers, { provider: name }), hint)
  if (owner === undefined) return 'foreign'
  const checkout = await findById(reader, owner.checkoutId)
  if (checkout?.provider !== name) return undefined
  if (checkout.provider_ref !== null) return isOf(checkout, owner)
  // The event has come before the answer to our own creation was stored.
  await deps.database.write(attachRef, { id: checkout.id, ref: owner.ref, at: deps.clock() })
  return isOf(await requireCheckout(reader, checkout.id), owner)
}

/** A checkout has one session or order; another that names it is somebody's mistake. */
function isOf(checkout: CheckoutRow, { ref }: PaymentOwner): CheckoutRow | undefined {
  return checkout.provider_ref === ref ? checkout : undefined
}

async function findKnown(
  reader: Reader,
  name: ProviderName,
  { paymentRef, captureId }: Hint,
): Promise<CheckoutRow | undefined> {
  const byRef = paymentRef === null ? undefined : await findByRef(reader, name, paymentRef)
  if (byRef !== undefined || captureId === null) return byRef
  return findByCapture(reader, name, captureId)
}

/** Undefined where the payment was not begun by us. */
async function askOwner(
  provider: PaymentProvider,
  { paymentRef, captureId }: Hint,
): Promise<PaymentOwner | undefined> {
  if (paymentRef === null) return captureId === null ? undefined : provider.findOwner(captureId)
  const { checkoutId } = await provider.find(paymentRef)
  return checkoutId === null ? undefined : { ref: paymentRef, checkoutId }
}
