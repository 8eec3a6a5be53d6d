import type { Reader } from '#server/infra/database/database.ts'
import {
  findShown,
  isWithin,
  type BoardChange,
  type CountedDonation,
  type RankKey,
  type ShownDonation,
} from '#server/features/ledger/ledger.ts'
import { RankedKeys } from './ranked-keys.ts'
import { requireRow, type Ranking, type RankingDeps } from './ranking.ts'

/** Ranks the single donations of a span. */
export class DonationRanking implements Ranking {
  readonly keys = new RankedKeys()
  readonly #deps: RankingDeps

  constructor(deps: RankingDeps) {
    this.#deps = deps
  }

  add({ amountCents, sequence }: CountedDonation): void {
    this.keys.add({ amountCents, sequence })
  }

  apply({ id, sequence, times, previousAmountCents, row }: BoardChange): void {
    const wasNeverShown = previousAmountCents === null && row === null
    if (wasNeverShown || !isWithin(this.#deps.span, times)) return
    if (previousAmountCents !== null) {
      this.keys.remove({ amountCents: previousAmountCents, sequence })
    }
    const key = row && { amountCents: row.amountCents, sequence }
    if (key !== null) this.keys.add(key)
    this.#deps.onTouch(id, key)
  }

  async settle(): Promise<void> {}

  async readRows(snapshot: Reader, keys: readonly RankKey[]): Promise<ShownDonation[]> {
    const sequences = keys.map(({ sequence }) => sequence)
    const shown = await findShown(snapshot, this.#deps.livemode, sequences)
    return sequences.map((sequence) => requireRow(shown, sequence))
  }
}
