import type { BoardFixture } from '../databases/board.ts'

/** A change of places on the board of `OVERTAKE_BOARD`; each begins where the one before ended. */
export interface Overtake {
  name: string
  changes: readonly BoardFixture[]
}

/** Twelve donations, $120 to $10. */
export const OVERTAKE_BOARD: readonly BoardFixture[] = Array.from({ length: 12 }, (_, index) => ({
  id: `d${index + 1}`,
  name: `Donor ${index + 1}`,
  amountCents: 12_000 - index * 1_000,
}))

const overtake = (name: string, ...changes: BoardFixture[]): Overtake => ({ name, changes })

/** Every kind once: the few that a quick test tries come first. */
export const OVERTAKES: readonly Overtake[] = [
  overtake('into #1 from outside', { id: 'n1', name: 'Vega', amountCents: 20_000 }),
  overtake('#5 rises to #2', { id: 'd4', amountCents: 15_000 }),
  overtake('into #3, which falls', { id: 'n2', name: 'Altair', amountCents: 13_000 }),
  overtake('#1 is removed', { id: 'n1', amountCents: 0 }),
  overtake(
    'two at once, into #1 and #3',
    { id: 'n3', amountCents: 30_000 },
    { id: 'n4', amountCents: 14_000 },
  ),
  overtake('a tie with #1', { id: 'n5', amountCents: 30_000 }),
  overtake('a tie with #3', { id: 'n6', amountCents: 15_000 }),
  overtake('#3 is removed', { id: 'd4', amountCents: 0 }),
  overtake('#2 is removed', { id: 'n5', amountCents: 0 }),
  overtake('#1 falls to #4', { id: 'n3', amountCents: 12_500 }),
  overtake('#12 rises to #1', { id: 'd9', amountCents: 40_000 }),
  overtake('#2 rises to #1', { id: 'n6', amountCents: 41_000 }),
  overtake('#3 rises to #1', { id: 'n4', amountCents: 42_000 }),
  overtake('into #4', { id: 'n7', amountCents: 13_500 }),
  overtake('into the last place', { id: 'n8', amountCents: 100 }),
  overtake('into #7', { id: 'n9', amountCents: 10_500 }),
  overtake('#4 is removed', { id: 'n7', amountCents: 0 }),
  overtake(
    'five at once',
    ...[1, 2, 3, 4, 5].map((number) => ({ id: `m${number}`, amountCents: 50_000 + number })),
  ),
  overtake(
    'all three suns are removed',
    ...[3, 4, 5].map((number) => ({ id: `m${number}`, amountCents: 0 })),
  ),
  overtake('the largest amount of all', { id: 'n10', name: 'Croesus', amountCents: 99_999_999 }),
]
