import { findResults } from '#server/features/leaderboard/rounds/results-store.ts'
import { countedBy, spanOf } from '#server/features/leaderboard/rounds/round.ts'
import {
  readListedRounds,
  type KnownRound,
} from '#server/features/leaderboard/rounds/round-reads.ts'

import { recomputeRound } from '../../helpers/rounds/recompute.ts'
import type { RunContext } from '../actors/run-context.ts'
import { toDonorId } from '../server/server.ts'
import { readSnapshot } from './database-snapshot.ts'

/** Watches that results of rounds are those of the ledger, and that no version of them changes. */
export class RoundWatch {
  readonly #context: RunContext
  /** The rows of each version as they were first seen. */
  readonly #versions = new Map<string, string>()

  constructor(context: RunContext) {
    this.#context = context
  }

  /** Looks at all versions; returns one sentence for each that is another one than before. */
  async look(): Promise<string[]> {
    const violations: string[] = []
    for (const { row, results } of await this.#read()) {
      for (let version = 1; version <= (results ?? 0); version += 1) {
        const { reader } = this.#context.disk
        const rows = JSON.stringify(await findResults(reader, row.id, version))
        const key = `${row.id} ${version}`
        const first = this.#versions.get(key) ?? rows
        this.#versions.set(key, first)
        if (first !== rows) violations.push(`version ${version} of the results has changed`)
      }
    }
    return violations
  }

  /** Compares the latest results with the ledger, once no round can be open. */
  async compare(): Promise<string[]> {
    const { disk, world } = this.#context
    const { donations } = await readSnapshot(disk.reader)
    const violations = await this.look()
    for (const { row, results } of await this.#read()) {
      if (row.cancelled_at !== null) {
        if (results !== null) violations.push('a cancelled round has results')
      } else if (world.serverClock() >= countedBy(row)) {
        const now = await findResults(disk.reader, row.id)
        const toRowId = (userId: string) => toDonorId(`${row.id}:${userId}`)
        const expected = recomputeRound(donations, { ...row, ...spanOf(row) }, toRowId)
        const shown = now?.rows.filter(({ struck }) => struck === 0) ?? []
        world.trace.count('results', `${Math.min(shown.length, 3)} rows, version ${results}`)
        const differs =
          JSON.stringify(expected.map(({ id, amountCents }) => [id, amountCents])) !==
          JSON.stringify(shown.map(({ row_id: id, amount_cents: cents }) => [id, cents]))
        if (now === undefined) violations.push('a round is over and has no results')
        else if (differs) {
          violations.push(
            `the results are ${JSON.stringify(shown)}, the ledger says ${JSON.stringify(expected)}`,
          )
        }
      }
    }
    return violations
  }

  async #read(): Promise<KnownRound[]> {
    return (await readListedRounds(this.#context.disk.reader, 0, 0)).rounds
  }
}
