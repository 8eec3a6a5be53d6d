import type { RankKey, TeamDonorSum } from '#server/features/ledger/ledger.ts'

/** What one donor has given for one team within a span. */
export type DonorShare = Omit<TeamDonorSum, 'userId' | 'teamId'>

/** A donor of a team, for whom a star stands. */
export interface TeamDonor extends DonorShare {
  userId: string
}

/** The donors of one team with what they gave for it, and the sum of that. */
export class TeamSum {
  readonly #shares = new Map<string, DonorShare>()
  #amountCents = 0
  /** Undefined while the latest donation must be looked for. */
  #sequence: number | undefined = 0
  #brightest: TeamDonor[] | undefined

  /** The sum of all shares, cents. */
  get amountCents(): number {
    return this.#amountCents
  }

  /** The number of donors. */
  get size(): number {
    return this.#shares.size
  }

  /** The share of each donor on average, cents, rounded down; 0 without donors. */
  get averageCents(): number {
    return this.size === 0 ? 0 : Math.floor(this.#amountCents / this.size)
  }

  /** The sequence of the latest donation; 0 without donors. */
  get sequence(): number {
    this.#sequence ??= latestOf(this.#shares.values())
    return this.#sequence
  }

  has(userId: string): boolean {
    return this.#shares.has(userId)
  }

  get(userId: string): DonorShare | undefined {
    return this.#shares.get(userId)
  }

  /** Sets what a donor has given for the team; undefined for nothing. */
  set(userId: string, share: DonorShare | undefined): void {
    const before = this.#shares.get(userId)
    this.#amountCents += (share?.amountCents ?? 0) - (before?.amountCents ?? 0)
    if (share === undefined) this.#shares.delete(userId)
    else this.#shares.set(userId, share)
    this.#brightest = undefined
    const next = share?.sequence ?? 0
    if (this.#sequence === undefined) return
    if (next >= this.#sequence) this.#sequence = next
    // The latest donation may have gone: which one is it now?
    else if (before?.sequence === this.#sequence) this.#sequence = undefined
  }

  /** Returns the donors who gave most, at most `limit`; of equals the one who was there first. */
  brightest(limit: number): readonly TeamDonor[] {
    this.#brightest ??= pickHighest(this.#shares, limit)
    return this.#brightest
  }
}

function latestOf(shares: Iterable<DonorShare>): number {
  let latest = 0
  for (const { sequence } of shares) latest = Math.max(latest, sequence)
  return latest
}

/** Picks by one pass, as a team may have very many donors, and a sky shows few of them. */
function pickHighest(shares: ReadonlyMap<string, DonorShare>, limit: number): TeamDonor[] {
  let picked: TeamDonor[] = []
  let least: RankKey | undefined
  for (const [userId, share] of shares) {
    if (least !== undefined && compare(share, least) > 0) continue
    picked.push({ userId, ...share })
    if (picked.length < 2 * limit) continue
    picked = picked.toSorted(compare).slice(0, limit)
    least = picked.at(-1)
  }
  return picked.toSorted(compare).slice(0, limit)
}

function compare(a: RankKey, b: RankKey): number {
  return b.amountCents - a.amountCents || a.sequence - b.sequence
}
