import { hostChoicesSchema, type HostChoice } from '#contract/host/choices.ts'
import { hostMatchesSchema, type MatchRequest } from '#contract/host/matches.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { sendJson, type Donor } from './donor.ts'

/** A choice that opened a minute ago, and closes so many seconds from now. */
export interface ChoiceFixture {
  question: string
  options: string[]
  toS: number
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

/** Creates a choice. */
export async function createChoice(
  host: Donor,
  { question, options, toS }: ChoiceFixture,
): Promise<HostChoice> {
  const body = { question, options, opensAt: at(-60), closesAt: at(toS) }
  const answer = await sendJson(host, HOST_ROUTES.choices, { body })
  const { choices } = hostChoicesSchema.parse(await answer.json())
  const created = choices.find((choice) => choice.question === question)
  if (created === undefined) throw new Error('The choice was not created.')
  return created
}

/** A match that began a minute ago unless `fromS` says otherwise; both are seconds from now. */
type MatchFixture = Omit<MatchRequest, 'startsAt' | 'endsAt'> & { fromS?: number; toS: number }

/** Creates a match. */
export async function createMatch(
  host: Donor,
  { fromS = -60, toS, ...fields }: MatchFixture,
): Promise<string> {
  const body = { ...fields, startsAt: at(fromS), endsAt: at(toS) }
  const answer = await sendJson(host, HOST_ROUTES.matches, { body })
  const { matches } = hostMatchesSchema.parse(await answer.json())
  const created = matches.find(({ sponsor }) => sponsor === fields.sponsor)
  if (created === undefined) throw new Error('The match was not created.')
  return created.id
}
