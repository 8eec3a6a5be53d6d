import {
  cancelRound,
  createRound,
  endRound,
} from '#server/features/leaderboard/rounds/rounds-store.ts'
import { act, hostNow } from './host-act.ts'
import type { RunContext } from './run-context.ts'

/** Runs the host who makes a round, and perhaps ends or cancels it. */
export async function runRound(context: RunContext): Promise<void> {
  const { world } = context
  const { round, serverClock: clock } = world
  world.trace.count('rounds', round === undefined ? 'none' : (round.action?.kind ?? 'whole'))
  if (round === undefined) return
  const { madeAfterMs, lengthMs, action, ...rules } = round
  await world.sleep(madeAfterMs)
  const made = await act(context, 'makes a round', ({ database }) => {
    const startsAt = new Date(clock()).toISOString()
    const endsAt = new Date(clock() + lengthMs).toISOString()
    const request = { name: 'The round', prize: null, ...rules, startsAt, endsAt }
    return database.write(createRound, { ...hostNow(world), request })
  })
  if (action === undefined || made === undefined || !('id' in made)) return
  const { id } = made
  await world.sleep(action.afterMs)
  await act(context, `${action.kind}s the round`, ({ database }) =>
    database.write(action.kind === 'end' ? endRound : cancelRound, { ...hostNow(world), id }),
  )
}
