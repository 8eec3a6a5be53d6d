import type { Database } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import type { AuditActor } from '#server/features/audit/audit.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { cleanText } from '#server/features/names/names.ts'
import { requireDone } from '#server/http/action-outcome.ts'
import { findResults, findWinner } from './results-store.ts'
import { findKnownRound, findNextRound } from './round-reads.ts'
import { cancelRound, createRound } from './rounds-store.ts'

/** The most of a round's name. */
const NAME_LIMITS = { graphemes: 60, bytes: 240 }

export interface RehearsalDeps {
  database: Database
  bus: Pick<Bus, 'publish'>
  clock: () => number
}

/** What the results of a rehearsed round say. */
export interface RehearsalResults {
  /** The rows, and the cents of all. */
  count: number
  amountCents: number
  /** The public name of the winner; undefined if nobody is in it. */
  winner: string | undefined
}

/** Plays a round for a short time, in the sandbox alone. */
export interface RoundRehearsal {
  /**
   * Begins a round of so many ms, a copy of the next one to come if there is one. Returns its id and
   * name; fails with `failed-precondition` while another round runs.
   */
  begin(actor: AuditActor, lengthMs: number): Promise<{ id: string; name: string }>
  /** Cancels a round; returns whether it was, which it is not once it is over. */
  cancel(actor: AuditActor, id: string): Promise<boolean>
  /** Returns the results of a round once they are recorded. */
  readResults(id: string): Promise<RehearsalResults | undefined>
}

const SANDBOX: Livemode = 0

const PREFIX = 'Rehearsal: '

/** Returns the name of the rehearsal of a round. */
function nameOf(round: { name: string } | undefined): string {
  return cleanText(`${PREFIX}${round?.name ?? 'a round'}`, NAME_LIMITS) ?? PREFIX
}

export function createRoundRehearsal({ database, bus, clock }: RehearsalDeps): RoundRehearsal {
  const { reader } = database
  return {
    async begin(actor, lengthMs) {
      const at = clock()
      const next = await findNextRound(reader, SANDBOX, at)
      const name = nameOf(next)
      const request = {
        name,
        prize: next?.prize ?? null,
        ranks: next?.ranks ?? 'donor',
        pending: next?.pending ?? 'captured',
        // A new first place in its last minute, which it has alone, would make it longer.
        overtimes: 0,
        startsAt: new Date(at).toISOString(),
        endsAt: new Date(at + lengthMs).toISOString(),
      }
      const outcome = await database.write(createRound, { livemode: SANDBOX, actor, at, request })
      const { id } = requireDone(outcome)
      bus.publish()
      return { id, name }
    },
    async cancel(actor, id) {
      const cancel = { livemode: SANDBOX, actor, at: clock(), id }
      const isCancelled = 'id' in (await database.write(cancelRound, cancel))
      if (isCancelled) bus.publish()
      return isCancelled
    },
    async readResults(id) {
      const round = await findKnownRound(reader, SANDBOX, id)
      const results = round && (await findResults(reader, id))
      if (round === undefined || results === undefined) return undefined
      const { version, count, amountCents } = results
      const winner = await findWinner(reader, round.row, version)
      return { count, amountCents, winner: winner?.name }
    },
  }
}
