import { hostTeamsSchema } from '#contract/host/donor-teams.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { teamListSchema } from '#contract/donor-teams/teams.ts'
import { ROUTES } from '#contract/routes.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { signIn } from '../helpers/browser/host.ts'
import { approve, chooseAmount, enter, openWallet } from '../helpers/browser/visitor.ts'
import { sendJson, signUp } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'

test('a payment is for the team, and under the name, that the panel shows', async ({
  page,
  server,
}) => {
  const host = await signUpHost(server)
  await publishCampaign(host, { teams: 'hosts', boards: ['teams-all-time', 'donations-all-time'] })
  const ids = new Map<string, string>()
  for (const name of ['Owls', 'Foxes']) {
    const answer = await sendJson(host, HOST_ROUTES.teams, { method: 'POST', body: { name } })
    const { teams } = hostTeamsSchema.parse(await answer.json())
    ids.set(name, teams.find((team) => team.name === name)?.id ?? '')
  }
  const donor = await signUp(server.url)
  const change = async (team: string, displayName: string) => {
    const teamId = ids.get(team)
    await sendJson(donor, ROUTES.ownTeam, { method: 'PUT', body: { teamId } })
    await sendJson(donor, ROUTES.profile, { method: 'PUT', body: { displayName } })
  }
  await change('Owls', 'Ada Public')
  await signIn(page, server, donor)
  await enter(page)
  await expect(page.getByText('Your donation counts for Owls too.')).toBeVisible()
  await expect(page.getByText('Shown as Ada Public')).toBeVisible()
  await change('Foxes', 'Real Name')

  await chooseAmount(page, '20')
  await approve(await openWallet(page), { givenName: 'Ada', surname: 'Lovelace' })
  await expect(page.getByRole('dialog')).toContainText('Thank You!')
  const { teams } = teamListSchema.parse(await (await donor.call(ROUTES.teams)).json())
  const sums = teams.map(({ name, amountCents }) => [name, amountCents])
  expect(sums).toEqual([
    ['Owls', 2_000],
    ['Foxes', 0],
  ])
  const donations = await (await donor.call(ROUTES.donations)).text()
  expect(donations).toContain('Ada Public')
  expect(donations).not.toContain('Real Name')
})
