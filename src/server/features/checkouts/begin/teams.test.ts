import { beforeEach, describe, expect, test } from 'vitest'
import { hostTeamsSchema } from '#contract/host/donor-teams.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import { membershipSchema } from '#contract/donor-teams/teams.ts'
import { expectError, type TestDonor } from '#tests/helpers/app/app.ts'
import {
  begin,
  beginAndPay,
  capture,
  fetchCheckout,
  requestCheckout,
} from '#tests/helpers/app/checkouts.ts'
import { addCheckouts } from '#tests/helpers/app/card-testing.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'

const harness = openPaymentHarness({ adminEmail: 'host@royale.example' })
let host: TestDonor
let lynxes: string
let orion: string

beforeEach(async () => {
  host = await harness.server.signUpHost()
  const { headers } = await host.call({ url: HOST_ROUTES.campaign })
  await host.call({
    method: 'PUT',
    url: HOST_ROUTES.campaign,
    headers: { 'if-match': headers.etag },
    payload: { teams: 'hosts' },
  })
  lynxes = await createTeam('The Lynxes')
  orion = await createTeam('Orion')
})

async function createTeam(name: string): Promise<string> {
  const answer = await host.call({ method: 'POST', url: HOST_ROUTES.teams, payload: { name } })
  const { teams } = hostTeamsSchema.parse(answer.json())
  return teams.find((team) => team.name === name)?.id ?? ''
}

async function createRound({ startsInMs = -1_000 } = {}): Promise<void> {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const payload = { name: 'Spring', startsAt: at(startsInMs), endsAt: at(3_600_000) }
  await host.call({ method: 'POST', url: HOST_ROUTES.rounds, payload })
  await expect
    .poll(async (): Promise<unknown> =>
      (await harness.server.call({ url: ROUTES.campaign })).json(),
    )
    .toMatchObject({ round: { name: 'Spring' } })
}

const readTeam = async () =>
  membershipSchema.parse((await harness.donor.call({ url: ROUTES.ownTeam })).json()).team

async function readTeams(table: 'checkouts' | 'donations') {
  const rows = await harness.server.database.reader.selectFrom(table).select('team_id').execute()
  return rows.map(({ team_id }) => team_id)
}

describe('a donor who names a team', () => {
  test.each(['stripe', 'paypal'] as const)('gives for it by %s, and joins it', async (provider) => {
    const choice = { provider, texts: { teamId: lynxes } }
    const begun = await beginAndPay(harness.donor, harness.payments, choice)
    if (provider === 'paypal') await capture(harness.donor, begun)
    else await fetchCheckout(harness.donor, begun)
    expect(await readTeams('donations')).toEqual([lynxes])
    expect(await readTeam()).toMatchObject({ name: 'The Lynxes' })
  })

  test('and none the next time gives for the same, or with null for none', async () => {
    await begin(harness.donor, 'stripe', 500, { teamId: lynxes })
    await begin(harness.donor, 'paypal', 500)
    await begin(harness.donor, 'paypal', 500, { teamId: null })
    expect(await readTeams('checkouts')).toEqual([lynxes, lynxes, null])
    expect(await readTeam()).toBeNull()
  })

  test('joins no team while they must prove first that a person pays', async () => {
    await begin(harness.donor, 'stripe', 500, { teamId: lynxes })
    await addCheckouts(harness, harness.donor, 19)
    for (const teamId of [orion, null]) {
      const refused = await requestCheckout(harness.donor, 'stripe', 500, { teamId })
      expectError(refused, 429, 'resource-exhausted')
      expect(await readTeam()).toMatchObject({ id: lynxes })
    }
  })

  test('that is no team, or none that exists, begins nothing', async () => {
    const wrong = await requestCheckout(harness.donor, 'stripe', 500, { teamId: 'lynxes' })
    expect(expectError(wrong, 400, 'invalid-argument')).toBe(
      'The team must be the id of a team, or null for none.',
    )
    const teamId = '00000000-0000-4000-8000-000000000000'
    const missing = await requestCheckout(harness.donor, 'paypal', 500, { teamId })
    expect(expectError(missing, 409, 'failed-precondition')).toBe(
      'There is no such constellation any more: choose another one.',
    )
    expect(await readTeams('checkouts')).toEqual([])
  })
})

describe('while a round runs', () => {
  const OPEN =
    'A payment of yours for The Lynxes is still open: finish or cancel it first. While “Spring” runs, who has given for a constellation stays in it.'

  test('an open payment binds its donor to its team, until it is cancelled', async () => {
    await createRound()
    const { ref } = await begin(harness.donor, 'stripe', 500, { teamId: lynxes })
    const refused = await requestCheckout(harness.donor, 'paypal', 500, { teamId: orion })
    expect(expectError(refused, 409, 'failed-precondition')).toBe(OPEN)
    expect(refused.json()).toMatchObject({ error: { reason: 'TEAM_BOUND' } })
    await harness.donor.call({ method: 'POST', url: `/api/checkouts/${ref}/cancel` })
    await begin(harness.donor, 'paypal', 500, { teamId: orion })
    expect(await readTeam()).toMatchObject({ id: orion })
  })

  test('an open payment binds its donor already before a round that is to come', async () => {
    await createRound({ startsInMs: 60_000 })
    await begin(harness.donor, 'stripe', 500, { teamId: lynxes })
    const refused = await requestCheckout(harness.donor, 'paypal', 500, { teamId: orion })
    expect(expectError(refused, 409, 'failed-precondition')).toBe(OPEN)
  })

  test('of two teams that are named at once only one is given for', async () => {
    await createRound()
    const answers = await Promise.all(
      [lynxes, orion, lynxes, orion].map((teamId) =>
        requestCheckout(harness.donor, 'stripe', 500, { teamId }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    expect(new Set(await readTeams('checkouts')).size).toBe(1)
  })
})
