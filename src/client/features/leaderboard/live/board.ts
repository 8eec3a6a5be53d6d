import type { PublicDonation } from '#contract/donations.ts'
import type { LeaderboardChange, LeaderboardEntry, LeaderboardPage } from '#contract/leaderboard.ts'
import type { Arrival } from './leaderboard-view.ts'

/** The fields that decide who stands higher. */
type RankKey = Pick<PublicDonation, 'amountCents' | 'timestamp'>

/** A page of the board as the server sends it. */
type Stretch = Pick<LeaderboardPage, 'entries' | 'next'>

/**
 * The board from position 1 as far as it has been loaded, kept sorted: highest amount first, of
 * equal amounts the earlier one, of equal times the one that was received first. The position of a
 * row is its index + 1.
 */
export class Board {
  /** The cursor of the page that follows the loaded rows; null if there is none. */
  next: string | null = null

  readonly #rows: PublicDonation[] = []
  readonly #byId = new Map<string, PublicDonation>()
  /**
   * The rank at which the cursor cuts the board. The last row may leave or move while the cursor
   * stays, so the cut is stored separately. Null if the whole board is loaded.
   */
  #cut: RankKey | null = null

  constructor(stretch: Stretch) {
    this.append(stretch)
  }

  /** Copies the rows; later changes do not affect the copy. */
  copyRows(): readonly PublicDonation[] {
    return this.#rows.slice()
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  find(id: string): PublicDonation | undefined {
    return this.#byId.get(id)
  }

  /** Returns the position of a row; undefined if it is not loaded. */
  findPosition(id: string): number | undefined {
    const row = this.#byId.get(id)
    return row === undefined ? undefined : this.#indexOf(row) + 1
  }

  /** Returns which of the entries would be new rows, or rows with more than before. */
  findArrivals(entries: readonly LeaderboardEntry[]): Arrival[] {
    return entries.flatMap((entry) => {
      const had = this.#byId.get(entry.id)?.amountCents ?? 0
      return entry.amountCents > had ? [{ ...entry, from: this.findPosition(entry.id) }] : []
    })
  }

  /** Returns whether the loaded rows begin with exactly these. */
  startsWith(entries: readonly PublicDonation[]): boolean {
    return entries.every((entry, index) => {
      const row = this.#rows[index]
      return (
        row !== undefined &&
        row.id === entry.id &&
        row.name === entry.name &&
        row.message === entry.message &&
        compare(row, entry) === 0
      )
    })
  }

  /** Adds the page behind the cursor; a row that has moved there meanwhile moves here too. */
  append({ entries, next }: Stretch): void {
    for (const entry of entries) {
      this.remove(entry.id)
      this.#insert(toRow(entry))
    }
    this.next = next
    this.#cut = next === null ? null : lowestOf(entries, this.#cut)
  }

  apply({ upserts, removals }: Pick<LeaderboardChange, 'upserts' | 'removals'>): void {
    for (const id of removals) this.remove(id)
    for (const entry of upserts) this.put(entry)
  }

  /** Inserts or moves a new or changed row; behind the cut it is left to a later page. */
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

  /** Finds the first row by binary search; the condition must hold for every row behind it, too. */
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

/** Compares two ranks: negative if `a` stands higher. ISO 8601 times in UTC sort as text. */
export function compare(a: RankKey, b: RankKey): number {
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

/** Leaves out the entry's own `position`, which would be outdated by the first change above it. */
function toRow({ id, name, amountCents, timestamp, message }: PublicDonation): PublicDonation {
  return { id, name, amountCents, timestamp, ...(message && { message }) }
}
