import { REPLAY_ROWS } from '#contract/crowns.ts'
import type { RankKey } from '#server/features/ledger/ledger.ts'
import { RankedKeys } from '../boards/ranked-keys.ts'
import { createLists, NOTHING, type Lists, type State, type WonKind } from './fold-state.ts'
import type { Gift } from './gift.ts'

/** The donations up to which a replay shows all of them. */
export const ALL_STEPS = 2_000

/** The places whose course is kept. */
const COURSE_PLACES = 3

export interface FoldRules {
  ranks: 'donation' | 'donor'
  /** The sums that are milestones, and the goal, in cents. */
  milestonesCents: ReadonlySet<number>
  /** The sum of all donations before the first of these, in cents. */
  beforeCents: number
}

/** What counts for a row: one donation, or several of an anonymous donor at once. */
export type Rise = Pick<Gift, 'at' | 'sequence' | 'amountCents' | 'userId' | 'name'>

/** What a rise has replaced, by which it can be taken back. */
export interface Replaced {
  key: RankKey
  row: string
  rowBefore: RankKey | undefined
  giver: string
  sumBefore: number | undefined
}

/**
 * Works out the crowns, who led when, and the steps of a replay, from donations that come in the
 * order of their time. It is a pure function of them: nothing else goes in, and no clock.
 */
export class CrownFold {
  readonly rules: FoldRules
  readonly lists: Lists = createLists()
  state: State = NOTHING
  readonly #keys = new RankedKeys()
  /** The rows of donors; those of donations need none. */
  readonly #rows = new Map<string, RankKey>()
  readonly #sums = new Map<string, number>()

  constructor(rules: FoldRules) {
    this.rules = rules
  }

  /** Counts a donation by itself, and for its row, unless that comes by `rise`. */
  add(gift: Gift): Replaced {
    this.count(gift)
    return this.rise(gift)
  }

  /** Counts a donation by itself: the sum, and the crowns of single donations. */
  count({ at, sequence, amountCents }: Gift): void {
    const { count, sumCents } = this.state
    const sum = sumCents + amountCents
    if (count === 0) this.#win('first', { at, sequence, value: amountCents })
    if (amountCents > (this.lists.won.biggest.at(-1)?.value ?? 0)) {
      this.#win('biggest', { at, sequence, value: amountCents })
    }
    const reached = this.rules.beforeCents + sum
    if (this.rules.milestonesCents.has(reached)) {
      this.#win('milestone', { at, sequence, value: reached })
    }
    const last = { at, sequence, value: amountCents }
    this.state = { ...this.state, count: count + 1, sumCents: sum, last }
  }

  /** Counts money for its row. */
  rise(rise: Rise): Replaced {
    const { sequence, amountCents } = rise
    const { row, giver } = this.#ownersOf(rise)
    const rowBefore = this.#rows.get(row)
    const key = {
      amountCents: (rowBefore?.amountCents ?? 0) + amountCents,
      sequence: Math.max(rowBefore?.sequence ?? 0, sequence),
    }
    const from = rowBefore ? this.#positionOf(rowBefore) : this.#keys.size + 1
    if (rowBefore !== undefined) this.#keys.remove(rowBefore)
    this.#keys.add(key)
    if (this.rules.ranks === 'donor') this.#rows.set(row, key)
    const position = this.#positionOf(key)
    this.#leap(rise, from - position)
    if (position === 1) this.#lead(rise, row, key)
    if (position <= COURSE_PLACES) this.#follow(rise)
    this.#step(rise, key, position)
    const sumBefore = this.#give(rise, giver)
    return { key, row, rowBefore, giver, sumBefore }
  }

  /** Takes the last rise out of the rows and sums; the rest is the journal's. */
  takeBack({ key, row, rowBefore, giver, sumBefore }: Replaced): void {
    this.#keys.remove(key)
    this.#rows.delete(row)
    if (rowBefore !== undefined) {
      this.#keys.add(rowBefore)
      this.#rows.set(row, rowBefore)
    }
    if (sumBefore === undefined) this.#sums.delete(giver)
    else this.#sums.set(giver, sumBefore)
  }

  #ownersOf({ sequence, userId, name }: Rise): { row: string; giver: string } {
    if (this.rules.ranks === 'donor') return { row: userId, giver: userId }
    const row = `#${sequence}`
    // Nobody may learn that two names are one donor's.
    return { row, giver: name === null ? row : `${userId} ${name}` }
  }

  #positionOf(key: RankKey): number {
    return this.#keys.countBefore(key) + 1
  }

  #leap({ at, sequence }: Rise, places: number): void {
    const greatest = this.lists.won.leap.at(-1)?.value ?? 0
    if (places > greatest) this.#win('leap', { at, sequence, value: places })
  }

  #lead({ at, sequence }: Rise, row: string, { amountCents }: RankKey): void {
    const { leader, longestMs } = this.state
    if (leader === row) return
    const reign = this.lists.won.reigning.at(-1)
    if (reign !== undefined && at - reign.at > longestMs) {
      this.#win('longest-reign', passLongest(reign, longestMs, at))
      this.state = { ...this.state, longestMs: at - reign.at }
    }
    this.#win('reigning', { at, sequence, value: amountCents })
    this.state = { ...this.state, leader: row }
  }

  /** Notes the amounts of the first places, and how near the second is to the first. */
  #follow({ at }: Rise): void {
    const top = this.#keys.slice(0, COURSE_PLACES)
    this.lists.course.push({ at, cents: top.map(({ amountCents }) => amountCents) })
    const [first, second] = top
    if (first === undefined || second === undefined) return
    const { closest } = this.state
    const [firstCents, secondCents] = [first.amountCents, second.amountCents]
    // By the second's share of the first, without a division.
    if (closest && secondCents * closest.firstCents <= closest.secondCents * firstCents) return
    const found = { at, first: first.sequence, second: second.sequence, firstCents, secondCents }
    this.state = { ...this.state, closest: found }
  }

  #step({ at, sequence }: Rise, { amountCents }: RankKey, place: number): void {
    const { count, sumCents } = this.state
    if (count > ALL_STEPS && place > REPLAY_ROWS) return
    const total = { count, amountCents: sumCents }
    this.lists.steps.push({ at, sequence, amountCents, place, total })
  }

  #give({ at, sequence, amountCents }: Rise, giver: string): number | undefined {
    const before = this.#sums.get(giver)
    const sum = (before ?? 0) + amountCents
    this.#sums.set(giver, sum)
    const { mostBy, mostCents } = this.state
    if (sum <= mostCents) return before
    if (giver !== mostBy) this.#win('most-given', { at, sequence, value: sum })
    this.state = { ...this.state, mostBy: giver, mostCents: sum }
    return before
  }

  #win(kind: WonKind, takeover: Lists['won'][WonKind][number]): void {
    this.lists.won[kind].push(takeover)
  }
}

/** Returns when a reign passed the longest one before it, and how long it lasted until `at`. */
export function passLongest(
  reign: { at: number; sequence: number },
  longestMs: number,
  at: number,
): Lists['won'][WonKind][number] {
  const passedAt = reign.at + Math.max(0, longestMs)
  return { at: passedAt, sequence: reign.sequence, value: at - reign.at }
}
