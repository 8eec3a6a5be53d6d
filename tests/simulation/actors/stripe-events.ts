import { z } from 'zod'
import { SeededRandom } from '../world/seeded-random.ts'
import { remainingCents, type TakenPayment } from '../providers/providers.ts'
import type { RunContext } from './run-context.ts'

/** The share of runs that have these rarer disputes and refunds. */
const SHARE_OF_RUNS = 0.12

type StatusSequence = readonly [string, ...string[]]

const DISPUTE_STATUSES: readonly [StatusSequence, ...StatusSequence[]] = [
  ['warning_needs_response', 'needs_response', 'lost'],
  ['warning_needs_response', 'warning_under_review', 'warning_closed'],
  ['needs_response', 'prevented'],
  ['needs_response', 'won', 'needs_response', 'lost'],
  ['needs_response', 'under_review', 'won'],
]

const createdSchema = z.object({ id: z.string() }).optional().catch(undefined)

/** Runs disputes and refunds at Stripe with rarer sequences of statuses. */
export async function runStripeEvents(context: RunContext): Promise<void> {
  // A generator of its own, so that other runs draw the same numbers as without it.
  const random = new SeededRandom(context.world.seed * 31 + 7)
  if (!random.chance(SHARE_OF_RUNS)) return
  const { world } = context
  const times = random.between(1, 4)
  for (let count = 0; count < times; count += 1) {
    await world.sleep(random.between(1, 200) * 1_000)
    const payment = await pickPayment(context, random)
    if (payment === undefined) continue
    if (random.chance(0.7)) await dispute(context, random, payment)
    else await refund(context, random, payment)
  }
}

async function pickPayment(
  { providers }: RunContext,
  random: SeededRandom,
): Promise<TakenPayment | undefined> {
  const taken = await providers.listTaken()
  const [first, ...rest] = taken.filter(
    (payment) => payment.provider === 'stripe' && remainingCents(payment) > 0,
  )
  return first && random.pick([first, ...rest])
}

/** Opens a dispute over the whole payment or a part, whose amount may change later. */
async function dispute(
  context: RunContext,
  random: SeededRandom,
  payment: TakenPayment,
): Promise<void> {
  const [first, ...later] = random.pick<StatusSequence>(DISPUTE_STATUSES)
  const amount = random.chance(0.5)
    ? remainingCents(payment)
    : random.between(1, remainingCents(payment))
  context.world.trace.count('disputes at Stripe', [first, ...later].join(' → '))
  const { paymentId } = payment
  const created = await control(context, '/disputes/stripe', { paymentId, amount, status: first })
  if (created === undefined) return
  for (const status of later) {
    await context.world.sleep(random.between(1, 400) * 1_000)
    const change = random.chance(0.3) ? { amount: random.between(1, amount) } : {}
    await control(context, '/disputes/stripe/change', { disputeId: created.id, status, ...change })
  }
}

/**
 * Refunds a part; the refund fails after it succeeded, or is cancelled or succeeds while it waits
 * for the payer.
 */
async function refund(
  context: RunContext,
  random: SeededRandom,
  payment: TakenPayment,
): Promise<void> {
  const [status, outcome] = random.pick<readonly [string, string]>([
    ['succeeded', 'failed'],
    ['requires_action', 'canceled'],
    ['requires_action', 'succeeded'],
  ])
  context.world.trace.count('refunds at Stripe', `${status} → ${outcome}`)
  const amountCents = random.between(1, remainingCents(payment))
  const { provider, paymentId } = payment
  const created = await control(context, '/refunds', { provider, paymentId, amountCents, status })
  if (created === undefined) return
  await context.world.sleep(random.between(1, 400) * 1_000)
  await control(context, '/refunds/outcome', { provider, refundId: created.id, outcome })
}

async function control({ world, providers }: RunContext, path: string, body: object) {
  await world.waitForTurn(`at Stripe: ${path} ${JSON.stringify(body).slice(0, 90)}`)
  return createdSchema.parse(await providers.control(path, body))
}
