import { z } from 'zod'
import { Chance } from './chance.ts'
import type { TakenPayment } from './providers.ts'
import type { Scene } from './scene.ts'

/** Of the runs, those in which disputes and refunds at Stripe take a rarer course. */
const SHARE = 0.12

type Course = readonly [string, ...string[]]

const LATER_STATUSES: readonly [Course, ...Course[]] = [
  ['warning_needs_response', 'needs_response', 'lost'],
  ['warning_needs_response', 'warning_under_review', 'warning_closed'],
  ['needs_response', 'prevented'],
  ['needs_response', 'won', 'needs_response', 'lost'],
  ['needs_response', 'under_review', 'won'],
]

const madeSchema = z.object({ id: z.string() }).optional().catch(undefined)

/** Disputes and refunds of Stripe's that come to another end than most. */
export async function happenAtStripe(scene: Scene): Promise<void> {
  // By a stream of its own, so that other runs go as they would without it.
  const chance = new Chance(scene.world.seed * 31 + 7)
  if (!chance.hits(SHARE)) return
  const { world } = scene
  const times = chance.between(1, 4)
  for (let count = 0; count < times; count += 1) {
    await world.pass(chance.between(1, 200) * 1_000)
    const payment = await pickPayment(scene, chance)
    if (payment === undefined) continue
    if (chance.hits(0.7)) await dispute(scene, chance, payment)
    else await refund(scene, chance, payment)
  }
}

async function pickPayment(
  { providers }: Scene,
  chance: Chance,
): Promise<TakenPayment | undefined> {
  const taken = await providers.listTaken()
  const [first, ...rest] = taken.filter(
    (payment) => payment.provider === 'stripe' && leftOf(payment) > 0,
  )
  return first && chance.pick([first, ...rest])
}

/** Perhaps over a part, perhaps with its amount changed on the way. */
async function dispute(scene: Scene, chance: Chance, payment: TakenPayment): Promise<void> {
  const [first, ...later] = chance.pick<Course>(LATER_STATUSES)
  const amount = chance.hits(0.5) ? leftOf(payment) : chance.between(1, leftOf(payment))
  scene.world.trace.count('disputes at Stripe', [first, ...later].join(' → '))
  const { paymentId } = payment
  const made = await control(scene, '/disputes/stripe', { paymentId, amount, status: first })
  if (made === undefined) return
  for (const status of later) {
    await scene.world.pass(chance.between(1, 400) * 1_000)
    const change = chance.hits(0.3) ? { amount: chance.between(1, amount) } : {}
    await control(scene, '/disputes/stripe/change', { disputeId: made.id, status, ...change })
  }
}

/** A refund may fail after it had succeeded, or be given up while it waits for the payer. */
async function refund(scene: Scene, chance: Chance, payment: TakenPayment): Promise<void> {
  const [status, outcome] = chance.pick<readonly [string, string]>([
    ['succeeded', 'failed'],
    ['requires_action', 'canceled'],
    ['requires_action', 'succeeded'],
  ])
  scene.world.trace.count('refunds at Stripe', `${status} → ${outcome}`)
  const amountCents = chance.between(1, leftOf(payment))
  const { provider, paymentId } = payment
  const made = await control(scene, '/refunds', { provider, paymentId, amountCents, status })
  if (made === undefined) return
  await scene.world.pass(chance.between(1, 400) * 1_000)
  await control(scene, '/refunds/outcome', { provider, refundId: made.id, outcome })
}

async function control({ world, providers }: Scene, path: string, body: object) {
  await world.moment(`at Stripe: ${path} ${JSON.stringify(body).slice(0, 90)}`)
  return madeSchema.parse(await providers.control(path, body))
}

function leftOf({ capturedCents, refundedCents, disputedCents }: TakenPayment): number {
  return capturedCents - refundedCents - disputedCents
}
