import type { Concern } from '#contract/concerns.ts'

/** The money, the deadline and the donation in the details of a concern. */
export interface ConcernFacts {
  amountCents: number | undefined
  /** The time until which somebody must act, Unix ms. */
  deadline: number | undefined
  donationId: string | undefined
}

export function readFacts({ details }: Concern): ConcernFacts {
  const { amountCents, respondBy, donationId } = details
  const deadline = typeof respondBy === 'string' ? Date.parse(respondBy) : Number.NaN
  return {
    amountCents: typeof amountCents === 'number' ? amountCents : undefined,
    deadline: Number.isNaN(deadline) ? undefined : deadline,
    donationId: typeof donationId === 'string' ? donationId : undefined,
  }
}

/** Lists the open concerns: the nearest deadline first, then those without one, as they came. */
export function listOpen(concerns: readonly Concern[]): Concern[] {
  const deadlineOf = (concern: Concern) => readFacts(concern).deadline ?? Infinity
  return concerns
    .filter(({ endedAt }) => endedAt === null)
    .toSorted((one, other) => {
      const [first, second] = [deadlineOf(one), deadlineOf(other)]
      return first === second ? 0 : first - second
    })
}
