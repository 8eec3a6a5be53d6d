/** Returns the address of the recap of a round, or of all time. */
export function recapPath(roundId: string | undefined): string {
  return roundId === undefined ? '/recap' : `/rounds/${roundId}/recap`
}
