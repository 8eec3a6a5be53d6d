import type { Match, Matched } from '#contract/matches.ts'
import { toMatchedCents } from '#contract/matched-cents.ts'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  isSameSpan,
  isWithin,
  readFeed,
  sumCounted,
  type BoardChange,
  type CountedSpan,
} from '#server/features/ledger/ledger.ts'
import { toMatchSpan } from '#server/features/matching/matching.ts'

/** The changes of the feed that are read at once. */
const CHANGES_A_READ = 1_000

interface Counted {
  span: CountedSpan
  cents: number
}

/**
 * The sums that matches match. A sum over a long span takes a second at a million donations, so it
 * is read once, and then follows the change feed, which has the amounts of each donation before and
 * after. What it comes to depends on the donations of now alone, in whatever order they came.
 */
export class MatchedSums {
  readonly #livemode: Livemode
  #counted = new Map<string, Counted>()
  #version = 0

  constructor(livemode: Livemode) {
    this.#livemode = livemode
  }

  /** Brings the sums to a snapshot, which is of `version`, for these matches. */
  async follow(snapshot: Reader, version: number, matches: readonly Match[]): Promise<void> {
    // Of a copy, so that a failure in between leaves sums and version as they belong together.
    const counted = new Map([...this.#counted].map(([id, one]) => [id, { ...one }]))
    await this.#apply(snapshot, version, counted)
    const next = new Map<string, Counted>()
    for (const match of matches) {
      const span = toMatchSpan(match)
      const known = counted.get(match.id)
      if (known !== undefined && isSameSpan(known.span, span)) next.set(match.id, known)
      else next.set(match.id, { span, cents: await sumCounted(snapshot, this.#livemode, span) })
    }
    this.#counted = next
    this.#version = version
  }

  /** Returns what a match comes to. */
  read(match: Match): Matched {
    const countedCents = this.#counted.get(match.id)?.cents ?? 0
    return { countedCents, matchedCents: toMatchedCents(match, countedCents) }
  }

  async #apply(snapshot: Reader, version: number, counted: Map<string, Counted>): Promise<void> {
    let after = this.#version
    while (counted.size > 0 && after < version) {
      const changes = await readFeed(snapshot, {
        livemode: this.#livemode,
        after,
        limit: CHANGES_A_READ,
      })
      for (const change of changes) applyChange(change, counted)
      // Versions that are no change of a donation end the feed before the snapshot's version.
      after = changes.length < CHANGES_A_READ ? version : (changes.at(-1)?.version ?? version)
    }
  }
}

function applyChange(
  { times, previousAmountCents, row }: BoardChange,
  counted: ReadonlyMap<string, Counted>,
): void {
  const byCents = (row?.amountCents ?? 0) - (previousAmountCents ?? 0)
  for (const one of counted.values()) if (isWithin(one.span, times)) one.cents += byCents
}
