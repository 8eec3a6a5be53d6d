import { setTimeout as pause } from 'node:timers/promises'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { hostRoundsSchema } from '#contract/host/rounds.ts'
import { sendJson, type Donor } from './donor.ts'

/** Ends a round, and waits for its results, which are recorded some seconds after the end. */
export async function endRound(host: Donor, id: string): Promise<void> {
  await sendJson(host, `${HOST_ROUTES.rounds}/${id}/end`, { body: {} })
  while (!(await hasResults(host, id))) await pause(100)
}

async function hasResults(host: Donor, id: string): Promise<boolean> {
  const { rounds } = hostRoundsSchema.parse(await (await host.call(HOST_ROUTES.rounds)).json())
  const round = rounds.find((one) => one.id === id)
  if (round === undefined) throw new Error('The round is not listed.')
  return round.results !== null
}
