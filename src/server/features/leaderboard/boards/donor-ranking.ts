import { ANONYMOUS, HELD_NAME, isNamed } from '#contract/stand-in-names.ts'
import type { Reader } from '#server/infra/database/database.ts'
import {
  findShown,
  sumDonors,
  isWithin,
  namingOf,
  type BoardChange,
  type CountedDonation,
  type DonationOwner,
  type DonorSum,
  type RankKey,
  type ShownDonation,
} from '#server/features/ledger/ledger.ts'
import { RankedKeys } from './ranked-keys.ts'
import { requireRow, type Ranking, type RankingDeps } from './ranking.ts'

export interface DonorRankingDeps extends RankingDeps {
  /** Returns the public id of an account; see `createDonorIds`. */
  toDonorId: (userId: string) => string
  /** Tells the board and its span from all others. */
  spanId: string
}

type Sum = Omit<DonorSum, 'userId'>
const NOTHING: Sum = { amountCents: 0, sequence: 0, nameSequence: null, heldSequence: null }
type AddedDonation = Pick<CountedDonation, 'amountCents' | 'sequence' | 'isNamed' | 'isHeld'>

/**
 * Ranks donors by the sums of their donations in a span; of equal sums the one that was reached
 * first. A donor's row has the sequence of their latest donation. So that an anonymous donation is
 * not found by it, the time is that of the latest one with a name, shown or held, and a row of
 * anonymous ones alone has an id of this board and span. One whose name is held keeps its id when the
 * host approves it.
 */
export class DonorRanking implements Ranking {
  readonly keys = new RankedKeys()
  readonly #deps: DonorRankingDeps
  readonly #sums = new Map<string, Sum>()
  /** The sums that new donations have made; those of most changes, and so not read. */
  readonly #added = new Map<string, Sum>()
  /** The donors whose sums must be read again. */
  readonly #changed = new Set<string>()

  constructor(deps: DonorRankingDeps) {
    this.#deps = deps
  }

  add(donation: CountedDonation): void {
    const sum = this.#sums.get(donation.userId)
    this.#replace(donation.userId, sum, addTo(sum ?? NOTHING, donation))
  }

  apply({ times, previousAmountCents, row }: BoardChange, owner: DonationOwner | undefined): void {
    const wasNeverShown = previousAmountCents === null && row === null
    if (wasNeverShown || !isWithin(this.#deps.span, times)) return
    if (owner === undefined) throw new Error('The donor of a change is unknown.')
    const { userId } = owner
    if (previousAmountCents !== null || row === null) {
      this.#changed.add(userId)
      return
    }
    const sum = this.#added.get(userId) ?? this.#sums.get(userId)
    const naming = { isNamed: isNamed(row.name), isHeld: row.name === HELD_NAME }
    this.#added.set(userId, addTo(sum ?? NOTHING, { ...row, ...naming }))
  }

  find(userId: string): RankKey | undefined {
    const sum = this.#sums.get(userId)
    return sum && toKey(sum)
  }

  idOf(userId: string): string {
    const { toDonorId, spanId } = this.#deps
    const isAnonymous = this.#sums.has(userId) && this.namingOf(userId) === null
    return toDonorId(isAnonymous ? `${spanId}:${userId}` : userId)
  }

  namingOf(userId: string): number | null {
    const sum = this.#sums.get(userId)
    return sum === undefined ? null : namingOf(sum)
  }

  async settle(snapshot: Reader): Promise<void> {
    const read = await sumDonors(snapshot, [...this.#changed], this.#deps)
    for (const userId of new Set([...this.#added.keys(), ...this.#changed])) {
      const sums = this.#changed.has(userId) ? read : this.#added
      const [before, after] = [this.#sums.get(userId), sums.get(userId)]
      const idBefore = this.idOf(userId)
      this.#replace(userId, before, after)
      const id = this.idOf(userId)
      if (before !== undefined && (after === undefined || id !== idBefore)) {
        this.#deps.onTouch(idBefore, null)
      }
      if (after !== undefined) this.#deps.onTouch(id, toKey(after))
    }
    this.#added.clear()
    this.#changed.clear()
  }

  async readRows(snapshot: Reader, keys: readonly RankKey[]): Promise<ShownDonation[]> {
    const { livemode } = this.#deps
    const latest = await findShown(
      snapshot,
      livemode,
      keys.map(({ sequence }) => sequence),
    )
    const rows = keys.map((key) => ({ key, latest: requireRow(latest, key.sequence) }))
    const naming = rows.flatMap(({ latest }) => this.namingOf(latest.userId) ?? [])
    const named = await findShown(snapshot, livemode, naming)
    return rows.map(({ key: { amountCents, sequence }, latest: { userId, timestamp } }) => {
      const nameSequence = this.namingOf(userId)
      const shown = nameSequence === null ? undefined : requireRow(named, nameSequence)
      return {
        id: this.idOf(userId),
        name: shown?.name ?? ANONYMOUS,
        message: null,
        amountCents,
        timestamp: shown?.timestamp ?? timestamp,
        sequence,
      }
    })
  }

  #replace(userId: string, before: Sum | undefined, after: Sum | undefined): void {
    if (before !== undefined) this.keys.remove(before)
    if (after === undefined) {
      this.#sums.delete(userId)
      return
    }
    const { amountCents, sequence, nameSequence, heldSequence } = after
    this.#sums.set(userId, { amountCents, sequence, nameSequence, heldSequence })
    this.keys.add(after)
  }
}

/** Returns a sum with one more donation. */
function addTo(sum: Sum, donation: AddedDonation): Sum {
  const { amountCents, sequence } = donation
  return {
    amountCents: sum.amountCents + amountCents,
    sequence: Math.max(sum.sequence, sequence),
    nameSequence: Math.max(sum.nameSequence ?? 0, donation.isNamed ? sequence : 0) || null,
    heldSequence: Math.max(sum.heldSequence ?? 0, donation.isHeld ? sequence : 0) || null,
  }
}

function toKey({ amountCents, sequence }: Sum): RankKey {
  return { amountCents, sequence }
}
