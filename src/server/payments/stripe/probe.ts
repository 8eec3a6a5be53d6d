import type Stripe from 'stripe'
import { nameAccount } from '../account-name.ts'
import { isPermissionDenied } from '../failures/failures.ts'
import { failUnlessRefused, isRefused, probeEach, type Probe } from '../probe.ts'
import type { ProbeResult } from '../provider.ts'
import { toAppError } from './failures.ts'
import { accountSchema } from './schemas.ts'
import { STRIPE_STATEMENT } from './statement.ts'

const WORDING = {
  label: 'Stripe',
  subject: 'the key',
  keyDenied: 'Stripe does not take the key; set STRIPE_SECRET_KEY to a key of your account.',
} as const

/** Implements `PaymentProvider.probe`. */
export function probeStripe(stripe: Stripe): Promise<ProbeResult[]> {
  const one = { limit: 1 }
  return probeEach(WORDING, [
    writeProbe('Checkout Sessions', async () => {
      await stripe.checkout.sessions.list(one)
      await stripe.checkout.sessions.expire('cs_probe')
    }),
    writeProbe('Refunds', async () => {
      await stripe.refunds.list(one)
      await stripe.refunds.create({ charge: 'ch_probe' })
    }),
    readProbe('PaymentIntents', () => stripe.paymentIntents.list(one)),
    readProbe('Charges', () => stripe.charges.list(one)),
    readProbe('Disputes', () => stripe.disputes.list(one)),
    readProbe('Events', () => stripe.events.list(one)),
    {
      ...STRIPE_STATEMENT,
      isOptional: true,
      ask: () => failInOurWords(() => stripe.balanceTransactions.list(one)),
    },
  ])
}

function readProbe(things: string, list: () => Promise<unknown>): Probe {
  return {
    what: `read ${things}`,
    remedy: `give it "${things}: read"`,
    ask: () => failInOurWords(list),
  }
}

/**
 * Returns a probe of a write permission: it reads, as writing includes that, and then writes to an
 * object that cannot exist, which changes nothing.
 */
function writeProbe(things: string, write: () => Promise<unknown>): Probe {
  return {
    what: `write ${things}`,
    remedy: `give it "${things}: write"`,
    ask: () => failInOurWords(write).catch(failUnlessRefused),
  }
}

/**
 * Returns a name of the key's account: made of the account's id, or of the key if it may not read
 * that. Throws if Stripe cannot be reached, or rejects the key.
 */
export async function findAccount(stripe: Stripe, secretKey: string): Promise<string> {
  try {
    const { id } = await failInOurWords(async () =>
      accountSchema.parse(await stripe.accounts.retrieveCurrent()),
    )
    return nameAccount('Stripe', id)
  } catch (error) {
    if (isNotForUs(error)) return nameAccount('Stripe', secretKey)
    throw error
  }
}

function isNotForUs(error: unknown): boolean {
  return isPermissionDenied(error) || isRefused(error)
}

async function failInOurWords<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw toAppError(error)
  }
}
