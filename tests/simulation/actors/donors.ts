import { Payer } from './payer.ts'
import { CARD_PLANS, WALLET_PLANS, type Plan } from './plans.ts'
import { LIMITS } from '../server/server.ts'
import { Visitor, type DonorContext } from './visitor.ts'
import type { World } from '../world/world.ts'

/** Runs one donation from the first click to its end, successful or not. */
export async function donate(context: DonorContext, name: string): Promise<void> {
  const { world } = context
  const { random, trace } = world
  const provider = random.pick(['stripe', 'paypal'])
  const amountCents = random.pick([100, 500, 500, 1_234, random.between(100, LIMITS.maxCents)])
  // So that some give before the host's question, and most after it.
  if (world.game !== undefined) await world.sleep(random.between(0, 90) * 1_000)
  await world.waitForTurn(`${name} gives ${amountCents} cents by ${provider}`)
  const isLimited = typeof world.game?.dayCents === 'number'
  const visitor = new Visitor(context, name, isLimited ? 'donor-1' : name)
  const started = await visitor.begin(provider, amountCents)
  if (started === undefined) return
  const [plan, followPlan] = drawPlan(world, provider === 'stripe' ? CARD_PLANS : WALLET_PLANS)
  await world.waitForTurn(`${name} ${plan}`)
  trace.count('checkouts', `${provider}: ${plan}`)
  const payer = new Payer(context, visitor, { ...started, provider })
  const isNameless = provider === 'paypal' && random.chance(0.25)
  if (isNameless) context.namelessRefs.add(started.ref)
  await followPlan(payer)
  if (isNameless) await payer.nameDonation()
}

function drawPlan({ random }: World, plans: Record<string, Plan>): [string, Plan] {
  const [usual, ...others] = Object.entries(plans)
  if (usual === undefined) throw new Error('Nobody has any plan.')
  return random.chance(0.2) ? usual : random.pick([usual, ...others])
}
