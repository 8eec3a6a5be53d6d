import type { PublicDonation } from '#contract/donations.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'

/** What decides who stands higher. */
type RankKey = Pick<PublicDonation, 'amountCents' | 'timestamp'>

/** A stretch of the board as the server sends it. */
type Stretch = Pick<LeaderboardPage, 'entries' | 'next'>

/**
 * The board from position 1 as far as it has been loaded, kept in order row by row: highest amount
 * first, of equal amounts the earlier one, of equal times the one that was heard of first. The
 * position of a row is its index + 1.
 */
export class Board {
  /** The cursor of the stretch that follows what is loaded; null where nothing does. */
  next: string | null = null

  readonly #rows: PublicDonation[] = []
  readonly #byId = new Map<string, PublicDonation>()
  /**
   * Where the cursor cuts the board. The last row may leave or move while the cursor stays, so the
   * cut is remembered for itself. Null where the whole board is loaded.
   */
  #cut: RankKey | null = null

  constructor(stretch: Stretch) {
    this.append(stretch)
  }

  /** A copy that later changes leave alone. */
  copyRows(): readonly PublicDonation[] {
    return this.#rows.slice()
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  /** Undefined for a row that is not loaded. */
  findPosition(id: string): number | undefined {
    const row = this.#byId.get(id)
    return row === undefined ? undefined : this.#indexOf(row) + 1
  }

  /** Whether the loaded rows begin with exactly these. */
  startsWith(entries: readonly PublicDonation[]): boolean {
    return entries.every((entry, index) => {
      const row = this.#rows[index]
      return (
        row !== undefined &&
        row.id === entry.id &&
        row.name === entry.name &&
        compare(row, entry) === 0
      )
    })
  }

  /** Adds the stretch behind the cursor; a row that moved there meanwhile moves here too. */
  append({ entries, next }: Stretch): void {
    for (const entry of entries) {
      this.remove(entry.id)
      this.#insert(toRow(entry))
    }
    this.next = next
    this.#cut = next === null ? null : lowestOf(entries, this.#cut)
  }

  /** Puts a new or changed row in its place; behind the cut it is for a later stretch to bring. */
  put(entry: PublicDonation): void {
    const row = toRow(entry)
    const old = this.#byId.get(row.id)
    if (old !== undefined && compare(old, row) === 0) return this.#replace(old, row)
    this.remove(row.id)
    if (this.#cut === null || compare(row, this.#cut) <= 0) this.#insert(row)
  }

  remove(id: string): void {
    const row = this.#byId.get(id)
    if (row === undefined) return
    this.#rows.splice(this.#indexOf(row), 1)
    this.#byId.delete(id)
  }

  #replace(old: PublicDonation, row: PublicDonation): void {
    this.#rows[this.#indexOf(old)] = row
    this.#byId.set(row.id, row)
  }

  #insert(row: PublicDonation): void {
    this.#rows.splice(
      this.#firstIndexWhere((other) => compare(other, row) > 0),
      0,
      row,
    )
    this.#byId.set(row.id, row)
  }

  #indexOf(row: PublicDonation): number {
    return this.#rows.indexOf(
      row,
      this.#firstIndexWhere((other) => compare(other, row) >= 0),
    )
  }

  /** Binary search; the condition must hold for every row behind the first for which it holds. */
  #firstIndexWhere(condition: (row: PublicDonation) => boolean): number {
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const row = this.#rows[middle]
      if (row !== undefined && condition(row)) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Negative where `a` stands higher. ISO 8601 times in UTC sort as text. */
function compare(a: RankKey, b: RankKey): number {
  if (a.amountCents !== b.amountCents) return b.amountCents - a.amountCents
  if (a.timestamp === b.timestamp) return 0
  return a.timestamp < b.timestamp ? -1 : 1
}

function lowestOf(entries: readonly RankKey[], start: RankKey | null): RankKey | null {
  return entries.reduce<RankKey | null>(
    (lowest, entry) => (lowest === null || compare(entry, lowest) > 0 ? entry : lowest),
    start,
  )
}

/** An entry's own `position` would age with the first change above it. */
function toRow({ id, name, amountCents, timestamp }: PublicDonation): PublicDonation {
  return { id, name, amountCents, timestamp }
}
