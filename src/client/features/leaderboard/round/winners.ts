import type { RoundList } from '#contract/rounds.ts'

type ListedRound = RoundList['rounds'][number]

/** Returns whether somebody has won one of the latest rounds, or may have won an earlier one. */
export function mayHaveWinners({ rounds, next }: RoundList): boolean {
  return next !== null || rounds.some((one) => one.winner !== null || isStruck(one))
}

/** Says why a round that is over has no winner. */
export function describeNoWinner(round: ListedRound | undefined): string {
  return round && isStruck(round) ? 'What was given has gone back.' : 'Nobody has given.'
}

/** Returns whether all that was given has gone back since the first results, which had a winner. */
function isStruck({ round, winner }: ListedRound): boolean {
  return winner === null && (round.results ?? 0) > 1
}
