import { OPERATOR } from '#server/features/audit/audit.ts'
import type { ActionOutcome } from '#server/http/action-outcome.ts'
import type { Product } from '../server/server.ts'
import type { World } from '../world/world.ts'
import type { RunContext } from './run-context.ts'
import { Visitor } from './visitor.ts'

/** Returns who acts now, by the server's clock. */
export function hostNow({ serverClock }: World) {
  return { livemode: 0, actor: OPERATOR, at: serverClock() } as const
}

/**
 * Has the host act. Returns the outcome; undefined if the server has crashed, or the database was
 * away.
 */
export async function act(
  context: RunContext,
  what: string,
  work: (product: Product) => Promise<ActionOutcome>,
): Promise<ActionOutcome | undefined> {
  await context.world.waitForTurn(`the host ${what}`)
  const outcome = await new Visitor(context, 'the host').request(what, async (product) => {
    const done = await work(product)
    product.bus.publish()
    return done
  })
  if (outcome !== undefined && 'refused' in outcome) {
    context.world.trace.note(`  the host is told: ${outcome.refused}`)
  }
  return outcome
}
