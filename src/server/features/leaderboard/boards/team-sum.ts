import type { TeamDonorSum } from '#server/features/ledger/ledger.ts'

/** What one donor has given for one team within a span. */
export type DonorShare = Omit<TeamDonorSum, 'userId' | 'teamId'>

/**
 * The part of one donor's gifts for a team that shows their name, has it held, or is anonymous: one
 * star for all three would tell whose the anonymous ones are.
 */
export interface TeamStar {
  amountCents: number
  /** The sequence of the latest donation with the name, or the held one; null if anonymous. */
  nameSequence: number | null
  /** The sequence of the donor's latest donation, with their name or without. */
  sequence: number
}

/** The donors of one team with what they gave for it, and the sum of that. */
export class TeamSum {
  readonly #shares = new Map<string, DonorShare>()
  #amountCents = 0
  /** Undefined while the latest donation must be looked for. */
  #sequence: number | undefined = 0
  #brightest: TeamStar[] | undefined

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

  /**
   * Returns the stars for which most was given, at most `limit`; of equals those with a name first,
   * and of these the one that was there first.
   */
  brightest(limit: number): readonly TeamStar[] {
    this.#brightest ??= pickHighest(this.#shares.values(), limit)
    return this.#brightest
  }
}

function latestOf(shares: Iterable<DonorShare>): number {
  let latest = 0
  for (const { sequence } of shares) latest = Math.max(latest, sequence)
  return latest
}

/** Picks by one pass, as a team may have very many donors, and a sky shows few of them. */
function pickHighest(shares: Iterable<DonorShare>, limit: number): TeamStar[] {
  let picked: TeamStar[] = []
  let least: TeamStar | undefined
  for (const share of shares) {
    for (const star of toStars(share)) {
      if (least === undefined || compare(star, least) < 0) picked.push(star)
    }
    if (picked.length < 2 * limit) continue
    picked = picked.toSorted(compare).slice(0, limit)
    least = picked.at(-1)
  }
  return picked.toSorted(compare).slice(0, limit)
}

function toStars(share: DonorShare): TeamStar[] {
  const { amountCents, namedCents, heldCents, sequence } = share
  const stars = [
    { amountCents: namedCents, sequence, nameSequence: share.nameSequence },
    { amountCents: heldCents, sequence, nameSequence: share.heldSequence },
    { amountCents: amountCents - namedCents - heldCents, sequence, nameSequence: null },
  ]
  return stars.filter((star) => star.amountCents > 0)
}

/** Orders anonymous stars last, as their place among named equals would tell of their donor. */
function compare(a: TeamStar, b: TeamStar): number {
  const nameOf = ({ nameSequence }: TeamStar) => nameSequence ?? Infinity
  return (
    b.amountCents - a.amountCents ||
    (nameOf(a) === nameOf(b) ? a.sequence - b.sequence : nameOf(a) - nameOf(b))
  )
}
