import type { Recap } from './crowns.ts'

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
