import { Payer } from './payer.ts'
import { CARD_PLANS, WALLET_PLANS, type Plan } from './plans.ts'
import { LIMITS } from './server.ts'
import { Visitor, type DonorWorld } from './visitor.ts'
import type { World } from './world.ts'

/** One donation from the click to the end, whatever the end is. */
export async function donate(scene: DonorWorld, name: string): Promise<void> {
  const { world } = scene
  const { chance, trace } = world
  const provider = chance.pick(['stripe', 'paypal'])
  const amountCents = chance.pick([100, 500, 500, 1_234, chance.between(100, LIMITS.maxCents)])
  await world.moment(`${name} gives ${amountCents} cents by ${provider}`)
  const visitor = new Visitor(scene, name)
  const started = await visitor.begin(provider, amountCents)
  if (started === undefined) return
  const [plan, act] = drawPlan(world, provider === 'stripe' ? CARD_PLANS : WALLET_PLANS)
  await world.moment(`${name} ${plan}`)
  trace.count('checkouts', `${provider}: ${plan}`)
  await act(new Payer(scene, visitor, { ...started, provider }))
}

function drawPlan({ chance }: World, plans: Record<string, Plan>): [string, Plan] {
  const [usual, ...others] = Object.entries(plans)
  if (usual === undefined) throw new Error('Nobody has any plan.')
  return chance.hits(0.2) ? usual : chance.pick([usual, ...others])
}
