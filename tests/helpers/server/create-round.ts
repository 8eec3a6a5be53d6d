import { HOST_ROUTES } from '#contract/host/routes.ts'
import { hostRoundsSchema, type RoundRequest } from '#contract/host/rounds.ts'
import { sendJson, type Donor } from './donor.ts'

/** A round that begins and ends so many seconds from now. */
export type RoundFixture = Partial<RoundRequest> & { fromS: number; toS: number }

/** Creates a round; returns its id. */
export async function createRound(
  host: Donor,
  { fromS, toS, ...fields }: RoundFixture,
): Promise<string> {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  const body = { name: 'Final hour', startsAt: at(fromS), endsAt: at(toS), ...fields }
  const answer = await sendJson(host, HOST_ROUTES.rounds, { body })
  const { rounds } = hostRoundsSchema.parse(await answer.json())
  const created = rounds.find(({ name }) => name === body.name)
  if (created === undefined) throw new Error('The round was not created.')
  return created.id
}
