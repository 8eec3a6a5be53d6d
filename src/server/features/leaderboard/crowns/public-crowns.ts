import type { CrownKind } from '#contract/crown-rules.ts'
import type { Crown, Holding } from '#contract/crowns.ts'
import type { CrownView } from './fold-view.ts'
import type { Takeover } from './fold-state.ts'
import type { PublicNames, PublicOwner } from './public-names.ts'

/** The crowns that single donations hold; the others are held by rows. */
const OF_DONATIONS: ReadonlySet<CrownKind> = new Set(['biggest', 'first', 'last', 'milestone'])

/** Returns the sequences of the donations that hold or held crowns. */
export function listHolders(crowns: readonly CrownView[]): { linked: number[]; all: number[] } {
  return {
    linked: crowns.flatMap(({ takeovers }) => takeovers.at(-1)?.sequence ?? []),
    all: crowns.flatMap(({ takeovers }) => takeovers.map(({ sequence }) => sequence)),
  }
}

/** Returns crowns as everybody sees them; one whose holder is not shown any more is left out. */
export function toPublicCrowns(crowns: readonly CrownView[], names: PublicNames): Crown[] {
  return crowns.flatMap((crown) => toPublicCrown(crown, names) ?? [])
}

function toPublicCrown(crown: CrownView, names: PublicNames): Crown | undefined {
  const { kind, takeovers, value, isGrowing, changes } = crown
  const find = OF_DONATIONS.has(kind) ? names.ofDonation : names.ofRow
  const last = takeovers.at(-1)
  const holder = last && find(last.sequence)
  if (last === undefined || holder === undefined) return undefined
  return {
    kind,
    name: holder.name,
    rows: holder.rows,
    since: toIso(last.at),
    value,
    isGrowing,
    history: toHoldings(takeovers, find).toReversed(),
    changes,
  }
}

/** Returns who held something from when to when, by time. */
export function toHoldings(
  takeovers: readonly Takeover[],
  find: (sequence: number) => PublicOwner | undefined,
): Holding[] {
  return takeovers.flatMap(({ at, sequence, value }, index) => {
    const holder = find(sequence)
    const next = takeovers[index + 1]
    if (holder === undefined) return []
    return { name: holder.name, from: toIso(at), to: next ? toIso(next.at) : null, value }
  })
}

export function toIso(at: number): string {
  return new Date(at).toISOString()
}
