import { setImmediate } from 'node:timers/promises'
import type { Reader } from '#server/infra/database/database.ts'
import type { Livemode } from '#server/infra/database/schema/schema.ts'
import {
  readCounted,
  type BoardChange,
  type CountedDonation,
  type DonationOwner,
  type RankKey,
  type ShownDonation,
  type CountedSpan,
} from '#server/features/ledger/ledger.ts'
import type { RankedKeys } from './ranked-keys.ts'
import type { TeamSum } from './team-sum.ts'

/** The mode, the span and the listener of a ranking. */
export interface RankingDeps {
  livemode: Livemode
  span: CountedSpan
  /** Called with the id of a row that has changed, and its key now; null if it is gone. */
  onTouch: (id: string, key: RankKey | null) => void
}

/** The rows of a board over one span, in memory as their keys alone. */
export interface Ranking {
  readonly keys: RankedKeys
  /** Counts a donation of the span while the ranking is loaded. */
  add(donation: CountedDonation): void
  /** Takes a change of the feed; `owner` is whose donation it is, for rankings that need it. */
  apply(change: BoardChange, owner: DonationOwner | undefined): void
  /**
   * Returns the key of the row of an account, or of a team on a board of teams; undefined if it has
   * none, or rows are of donations.
   */
  find?(id: string): RankKey | undefined
  /** Returns the public id of the row of an account, on boards of donors. */
  idOf?(userId: string): string
  /**
   * Returns the sequence of the donation from which the row of an account has its name, on boards of
   * donors; null if all of theirs are anonymous.
   */
  namingOf?(userId: string): number | null
  /** The sum of what the rows show, where it is not that of their amounts, cents. */
  readonly sumCents?: number
  /** The version of the last change that the rows show and the feed does not have. */
  readonly revision?: number
  /** The teams with their donors, on a board of teams. */
  readonly teams?: ReadonlyMap<string, TeamSum>
  /** Brings the rows to the snapshot, whose changes have all been applied. */
  settle(snapshot: Reader): Promise<void>
  /** Reads the rows of keys, in their order; the snapshot must be of the ranking's version. */
  readRows(snapshot: Reader, keys: readonly RankKey[]): Promise<ShownDonation[]>
}

/** The donations of one read: few, so that other work gets its turn every ten milliseconds. */
const DONATIONS_A_READ = 2_000

/** Counts all donations of the span that the snapshot has. */
export async function loadRanking<Loaded extends Ranking>(
  snapshot: Reader,
  ranking: Loaded,
  { livemode, span }: RankingDeps,
): Promise<Loaded> {
  let last: CountedDonation | undefined
  for (;;) {
    const wanted = { livemode, span, after: last, limit: DONATIONS_A_READ }
    const donations = await readCounted(snapshot, wanted)
    for (const donation of donations) ranking.add(donation)
    if (donations.length < DONATIONS_A_READ) return ranking
    last = donations.at(-1)
    // SQLite's reads alone would never leave the event loop its turn.
    await setImmediate()
  }
}

/** Returns what `found` has for a key; throws if it is missing, as memory and database differ. */
export function requireRow<Row>(found: ReadonlyMap<number, Row>, sequence: number): Row {
  const row = found.get(sequence)
  if (row === undefined) throw new Error(`The database shows no donation ${sequence}.`)
  return row
}
