import { runIncident } from './run-incident.ts'
import { donate } from './donors.ts'
import { disturbNetworkAndClocks, ProviderEvents } from './provider-events.ts'
import { runGame } from './run-game.ts'
import { runRound } from './run-round.ts'
import { runStripeEvents } from './stripe-events.ts'
import type { RunContext } from './run-context.ts'

/** The most steps that a run may take before it counts as endless. */
const MAX_STEPS = 50_000

/** The donors more in a run in which they vote, or may give so much. */
const MORE_DONORS = 3

/** Runs donors, provider events, outages and incidents until all of them are done. */
export async function runActors(context: RunContext): Promise<void> {
  const { world } = context
  const failures: unknown[] = []
  let active = 0
  for (const actor of startActors(context)) {
    active += 1
    actor
      .catch((error: unknown) => failures.push(error))
      .finally(() => {
        active -= 1
      })
  }
  for (let steps = 0; active > 0; steps += 1) {
    await world.step()
    if (failures.length > 0) throw failures[0]
    if (steps > MAX_STEPS) throw new Error('The run does not come to rest.')
  }
}

function startActors(context: RunContext): Promise<void>[] {
  const { random, game } = context.world
  // Votes and limits are of many donations.
  const count = random.between(1, 5) + (game === undefined ? 0 : MORE_DONORS)
  const donors = Array.from({ length: count }, (_, index) => donate(context, `donor-${index + 1}`))
  return [
    ...donors,
    new ProviderEvents(context).run(),
    disturbNetworkAndClocks(context),
    runIncident(context),
    runStripeEvents(context),
    runRound(context),
    runGame(context),
  ]
}
