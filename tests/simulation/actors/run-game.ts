import {
  cancelChoice,
  changeChoice,
  createChoice,
  endChoice,
} from '#server/features/choices/choices-store.ts'
import {
  cancelMatch,
  changeMatch,
  createMatch,
  stopMatch,
} from '#server/features/matching/matches-store.ts'
import type { ActionOutcome } from '#server/http/action-outcome.ts'
import type { DrawnChoice, DrawnMatch } from '../world/games.ts'
import { act, hostNow } from './host-act.ts'
import type { RunContext } from './run-context.ts'

/** Runs the host who asks donors a question, and tells them what a sponsor adds. */
export async function runGame(context: RunContext): Promise<void> {
  const { trace, game } = context.world
  trace.count('games', game === undefined ? 'none' : nameParts(game))
  await Promise.all([
    game?.choice && runChoice(context, game.choice),
    game?.match && runMatch(context, game.match),
  ])
}

function nameParts(parts: object): string {
  const there = Object.entries(parts).filter(([, part]) => part !== undefined && part !== null)
  return there.map(([name]) => name).join(' and ') || 'none'
}

async function runChoice(context: RunContext, drawn: DrawnChoice): Promise<void> {
  const { world } = context
  await world.sleep(drawn.madeAfterMs)
  const made = await act(context, 'asks a question', ({ database }) => {
    const [opensAt, closesAt] = toSpan(world.serverClock(), drawn.lengthMs)
    const request = { question: 'Which name?', options: ['Nautilus', 'Argo'], opensAt, closesAt }
    return database.write(createChoice, { ...hostNow(world), request })
  })
  const id = idOf(made)
  if (id === undefined || drawn.act === undefined) return
  await world.sleep(drawn.actsAfterMs)
  const acted = await act(context, `${drawn.act}s the choice`, ({ database }) => {
    const by = { ...hostNow(world), id }
    if (drawn.act === 'end') return database.write(endChoice, by)
    if (drawn.act === 'cancel') return database.write(cancelChoice, by)
    const change = { question: 'Whose name?', options: ['Red', 'Green'] }
    return database.write(changeChoice, { ...by, change })
  })
  world.trace.count('choices', `${drawn.act}: ${nameOutcome(acted)}`)
}

async function runMatch(context: RunContext, drawn: DrawnMatch): Promise<void> {
  const { world } = context
  const { ratePercent, capCents } = drawn
  await world.sleep(drawn.madeAfterMs)
  const made = await act(context, 'finds a sponsor', ({ database }) => {
    const [startsAt, endsAt] = toSpan(world.serverClock(), drawn.lengthMs)
    const request = { sponsor: 'The bakery', ratePercent, capCents, startsAt, endsAt }
    return database.write(createMatch, { ...hostNow(world), request })
  })
  const id = idOf(made)
  if (id === undefined || drawn.act === undefined) return
  await world.sleep(drawn.actsAfterMs)
  await act(context, `${drawn.act}s the match`, ({ database }) => {
    const by = { ...hostNow(world), id }
    if (drawn.act === 'stop') return database.write(stopMatch, by)
    if (drawn.act === 'cancel') return database.write(cancelMatch, by)
    return database.write(changeMatch, { ...by, change: { capCents: 2 * capCents } })
  })
}

function toSpan(start: number, lengthMs: number): [start: string, end: string] {
  return [new Date(start).toISOString(), new Date(start + lengthMs).toISOString()]
}

function idOf(outcome: ActionOutcome | undefined): string | undefined {
  return outcome !== undefined && 'id' in outcome ? outcome.id : undefined
}

function nameOutcome(outcome: ActionOutcome | undefined): string {
  if (outcome === undefined) return 'no answer'
  return 'id' in outcome ? 'done' : 'refused'
}
