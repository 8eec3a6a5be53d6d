/** The crowns in the order in which lists show them. */
export const CROWN_KINDS = [
  'reigning',
  'longest-reign',
  'biggest',
  'most-given',
  'leap',
  'first',
  'last',
  'milestone',
] as const

export type CrownKind = (typeof CROWN_KINDS)[number]

interface CrownText {
  title: string
  /** The exact rule, in one sentence. */
  rule: string
}

/**
 * The crowns and their rules; nothing else decides who holds one. 'Place' is that on the board of
 * the span: of donations, or of donors where a round, or for all time the host's first board, ranks
 * donors. Where two are equal, the one who was first keeps the crown.
 */
export const CROWN_RULES: Record<CrownKind, CrownText> = {
  reigning: {
    title: 'Reigning first',
    rule: 'Held by whoever is in the first place now.',
  },
  'longest-reign': {
    title: 'Longest reign',
    rule: 'Held by whoever was in the first place for the longest time without a break.',
  },
  biggest: {
    title: 'Biggest single donation',
    rule: 'Held by the largest donation that counts.',
  },
  'most-given': {
    title: 'Most given in all',
    rule: 'Held by the donor whose donations add up to the most; on boards of donations only those under the same name do, and an anonymous one counts by itself.',
  },
  leap: {
    title: 'Greatest leap',
    rule: 'Held by whoever rose by the most places with one donation; a newcomer begins below the last place.',
  },
  first: {
    title: 'First of the round',
    rule: 'Held by the first donation that counts.',
  },
  last: {
    title: 'Last of the round',
    rule: 'Held by the last donation that counts, once the round is over.',
  },
  milestone: {
    title: 'Exactly on a milestone',
    rule: 'Held by the latest donation that brought the sum of all donations exactly to a milestone, or to the goal.',
  },
}

/** Returns the title of a crown; without a round, the first donation is the first of all. */
export function titleOf(kind: CrownKind, inRound: boolean): string {
  return kind === 'first' && !inRound ? 'First of all' : CROWN_RULES[kind].title
}
