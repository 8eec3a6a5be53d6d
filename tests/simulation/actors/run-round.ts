import { OPERATOR } from '#server/features/audit/audit.ts'
import {
  cancelRound,
  createRound,
  endRound,
} from '#server/features/leaderboard/rounds/rounds-store.ts'
import type { ActionOutcome } from '#server/http/action-outcome.ts'
import type { Product } from '../server/server.ts'
import type { RunContext } from './run-context.ts'
import { Visitor } from './visitor.ts'

/** Runs the host who makes a round, and perhaps ends or cancels it. */
export async function runRound(context: RunContext): Promise<void> {
  const { world } = context
  const { round, serverClock: clock } = world
  world.trace.count('rounds', round === undefined ? 'none' : (round.action?.kind ?? 'whole'))
  if (round === undefined) return
  const { madeAfterMs, lengthMs, action, ...rules } = round
  await world.sleep(madeAfterMs)
  const by = () => ({ livemode: 0, actor: OPERATOR, at: clock() }) as const
  const made = await act(context, 'makes a round', ({ database }) => {
    const startsAt = new Date(clock()).toISOString()
    const endsAt = new Date(clock() + lengthMs).toISOString()
    const request = { name: 'The round', prize: null, ...rules, startsAt, endsAt }
    return database.write(createRound, { ...by(), request })
  })
  if (action === undefined || made === undefined || !('id' in made)) return
  const { id } = made
  await world.sleep(action.afterMs)
  await act(context, `${action.kind}s the round`, ({ database }) =>
    database.write(action.kind === 'end' ? endRound : cancelRound, { ...by(), id }),
  )
}

/** Returns the outcome; undefined if the server has crashed, or the database was away. */
async function act(
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
