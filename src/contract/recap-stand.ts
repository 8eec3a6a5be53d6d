import type { Crown, Recap } from './crowns.ts'

/** The first place at the end of a recap. */
export interface Stand {
  name: string
  amountCents: number
  /** True if nothing can change it: the results of the round are recorded. */
  hasWon: boolean
}

/** Returns who is first at the end of a recap; undefined if nobody has given. */
export function findStand({
  round,
  reigns,
  course,
}: Pick<Recap, 'round' | 'reigns' | 'course'>): Stand | undefined {
  const reign = reigns.at(-1)
  if (reign === undefined) return undefined
  const amountCents = course.at(-1)?.cents[0] ?? reign.value
  const hasWon = round !== null && round.results !== null
  return { name: reign.name, amountCents, hasWon }
}

/** Returns the crowns of whoever is first, besides that of the first place itself. */
export function findOwnCrowns({ crowns }: Pick<Recap, 'crowns'>): Crown[] {
  const first = crowns.find(({ kind }) => kind === 'reigning')
  return crowns.filter(
    ({ kind, rows }) => kind !== 'reigning' && first?.rows.some((row) => rows.includes(row)),
  )
}
