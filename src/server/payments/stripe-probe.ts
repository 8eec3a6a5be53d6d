import type Stripe from 'stripe'
import { AppError } from '#contract/app-error.ts'
import { nameAccount } from './account-name.ts'
import { isPermissionDenied } from './failures.ts'
import { probeEach, type Probe } from './probe.ts'
import type { ProbeResult } from './provider.ts'
import { toAppError } from './stripe-failures.ts'
import { accountSchema } from './stripe-schemas.ts'

const WORDING = {
  label: 'Stripe',
  subject: 'the key',
  keyDenied: 'Stripe does not take the key; set STRIPE_SECRET_KEY to a key of your account.',
} as const

/** See `PaymentProvider.probe`. */
export function probeStripe(stripe: Stripe): Promise<ProbeResult[]> {
  const one = { limit: 1 }
  return probeEach(WORDING, [
    probe('Checkout Sessions', 'Checkout Sessions: write', () =>
      stripe.checkout.sessions.list(one),
    ),
    probe('PaymentIntents', 'PaymentIntents: read', () => stripe.paymentIntents.list(one)),
    probe('charges', 'Charges: read', () => stripe.charges.list(one)),
    probe('refunds', 'Refunds: read', () => stripe.refunds.list(one)),
    probe('disputes', 'Disputes: read', () => stripe.disputes.list(one)),
    probe('events', 'Events: read', () => stripe.events.list(one)),
  ])
}

function probe(things: string, permission: string, list: () => Promise<unknown>): Probe {
  return {
    what: `read ${things}`,
    remedy: `give it "${permission}"`,
    ask: () => failInOurWords(list),
  }
}

/**
 * Finds the name of the account that the key is of: by the account's id, or by the key where it may
 * not read that. Returns null where Stripe cannot be asked, or does not take the key.
 */
export async function findAccount(stripe: Stripe, secretKey: string): Promise<string | null> {
  try {
    const account = await failInOurWords(() => stripe.accounts.retrieveCurrent())
    return nameAccount('Stripe', accountSchema.parse(account).id)
  } catch (error) {
    return isNotForUs(error) ? nameAccount('Stripe', secretKey) : null
  }
}

function isNotForUs(error: unknown): boolean {
  if (isPermissionDenied(error)) return true
  return (
    error instanceof AppError &&
    (error.code === 'not-found' || error.code === 'failed-precondition')
  )
}

async function failInOurWords<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw toAppError(error)
  }
}
