import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditPageSchema } from '#contract/host/audit.ts'
import { hostTeamsSchema, type HostTeam } from '#contract/host/donor-teams.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { ownPlaceSchema } from '#contract/own-place.ts'
import { ROUTES } from '#contract/routes.ts'
import {
  foundedTeamSchema,
  membershipSchema,
  teamDetailSchema,
  teamListSchema,
} from '#contract/donor-teams/teams.ts'
import { readVersion } from '#server/features/ledger/ledger.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { insertRows } from '#server/infra/database/insert-rows.ts'
import {
  expectError,
  openTestApp,
  PASSWORD,
  type TestApp,
  type TestDonor,
} from '../helpers/app/app.ts'
import { give } from '../helpers/app/gifts.ts'
import { setScreening } from '../helpers/app/screening.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(DATABASES)('the teams of donors on $name', ({ openTwice }) => {
  let databases: [Database, Database]
  let bus: Bus
  let server: TestApp
  let other: TestApp
  let host: TestDonor
  let ada: TestDonor
  let now: number

  beforeEach(async () => {
    now = Date.parse('2026-12-01T20:00:00Z')
    databases = await openTwice()
    bus = createMemoryBus()
    const shared = { bus, clock: () => now }
    server = await openTestApp({ ...shared, database: databases[0] })
    other = await openTestApp({ ...shared, database: databases[1] })
    host = await server.signUpHost()
    ada = await server.signUp('ada@donor.example')
  })

  afterEach(async () => {
    await server.close()
    await other.close()
    await Promise.all([...new Set(databases)].map((database) => database.close()))
  })

  async function turnOn(teams: 'off' | 'hosts' | 'donors' = 'donors', boards?: string[]) {
    const { headers } = await host.call({ url: HOST_ROUTES.campaign })
    const answer = await host.call({
      method: 'PUT',
      url: HOST_ROUTES.campaign,
      headers: { 'if-match': headers.etag },
      payload: { teams, ...(boards && { boards }) },
    })
    expect(answer.statusCode).toBe(200)
    await expect.poll(() => readCampaign(other)).toMatchObject({ teams })
  }

  async function createTeam(name: string): Promise<string> {
    const answer = await host.call({ method: 'POST', url: HOST_ROUTES.teams, payload: { name } })
    return requireTeam(answer.json(), name).id
  }

  const found = (name: string, who = ada) =>
    who.call({ method: 'POST', url: ROUTES.teams, payload: { name } })

  const join = (teamId: string | null, who = ada) =>
    who.call({ method: 'PUT', url: ROUTES.ownTeam, payload: { teamId } })

  const change = (id: string, payload: object) =>
    host.call({ method: 'PATCH', url: `${HOST_ROUTES.teams}/${id}`, payload })

  const rename = (id: string, name: string) => change(id, { name })

  const readMembership = async (who = ada) =>
    membershipSchema.strict().parse((await who.call({ url: ROUTES.ownTeam })).json())

  const readTeams = async (node = server, query = '') =>
    teamListSchema.strict().parse((await node.call({ url: `${ROUTES.teams}${query}` })).json())
      .teams

  /** Begins a payment with either provider; none is connected, so that it goes no further. */
  const pay = (teamId: string | null | undefined, who = ada) =>
    who.call({
      method: 'POST',
      url: ROUTES.orders,
      payload: { amountCents: 500, ...(teamId !== undefined && { teamId }) },
    })

  async function startRound(name = 'Spring'): Promise<void> {
    const at = (minutes: number) => new Date(now + minutes * MINUTE).toISOString()
    const payload = { name, startsAt: at(0), endsAt: at(60) }
    const answer = await host.call({ method: 'POST', url: HOST_ROUTES.rounds, payload })
    expect(answer.statusCode).toBe(200)
    now += MINUTE
    await expect.poll(() => readCampaign(server)).toMatchObject({ round: { name } })
  }

  test('are off until a host turns them on', async () => {
    expect(await readTeams()).toEqual([])
    expect(expectError(await found('Lynxes'), 409, 'failed-precondition')).toBe(
      'Donors start no constellations here: join one of those that there are.',
    )
    const lynxes = await createTeam('Lynxes')
    expect(expectError(await join(lynxes), 409, 'failed-precondition')).toBe(
      'There are no constellations here just now: choose none.',
    )
    expect((await server.call({ url: `${ROUTES.teams}/${lynxes}` })).statusCode).toBe(404)
    await turnOn('hosts')
    expectError(await found('Foxes'), 409, 'failed-precondition')
    expect((await join(lynxes)).statusCode).toBe(200)
    await expect
      .poll(() => readTeams())
      .toMatchObject([{ id: lynxes, name: 'Lynxes', position: null }])
  })

  test('rank by what was given for them, on all nodes, and refunds go off', async () => {
    await turnOn('hosts', ['teams-all-time', 'team-averages-all-time'])
    const [lynxes, orion] = [await createTeam('The Lynxes'), await createTeam('Orion')]
    const bo = await server.signUp('bo@donor.example')
    await join(lynxes)
    await give(server, ada, { amountCents: 10_000, teamId: lynxes, timestamp: now })
    await give(server, bo, {
      amountCents: 3_000,
      teamId: lynxes,
      name: 'Anonymous',
      timestamp: now,
    })
    await give(server, bo, {
      amountCents: 9_000,
      teamId: orion,
      timestamp: now,
      movements: [{ kind: 'refund', objectId: 're', amountCents: 2_000 }],
    })
    await give(server, bo, { amountCents: 50_000, timestamp: now })
    for (const node of [server, other]) {
      await expect
        .poll(() => readTeams(node))
        .toEqual([
          {
            id: lynxes,
            name: 'The Lynxes',
            open: true,
            position: 1,
            amountCents: 13_000,
            donors: 2,
            stars: '53',
          },
          {
            id: orion,
            name: 'Orion',
            open: true,
            position: 2,
            amountCents: 7_000,
            donors: 1,
            stars: '4',
          },
        ])
      await expect
        .poll(() => readBoard(node, 'team-averages-all-time'))
        .toMatchObject({
          entries: [
            { id: orion, name: 'Orion', amountCents: 7_000 },
            { id: lynxes, name: 'The Lynxes', amountCents: 6_500 },
          ],
          total: { count: 2, amountCents: 20_000 },
        })
    }
    const detail = teamDetailSchema
      .strict()
      .parse((await server.call({ url: `${ROUTES.teams}/${lynxes}` })).json())
    expect(detail.stars).toEqual([
      { name: 'Ada', amountCents: 10_000 },
      { name: null, amountCents: 3_000 },
    ])
    const own = await ada.call({ url: '/api/boards/team-averages-all-time/own' })
    // Ada is counted already: $10.02 more bring the average of two to $70.01.
    expect(ownPlaceSchema.strict().parse(own.json())).toMatchObject({
      team: 'The Lynxes',
      place: { position: 2, above: { name: 'Orion' }, passCents: 1_002 },
    })
  })

  test('have no star that tells whose an anonymous donation is', async () => {
    await turnOn('hosts', ['teams-all-time'])
    const lynxes = await createTeam('Lynxes')
    await give(server, ada, { amountCents: 500, teamId: lynxes, timestamp: now })
    const named = { name: 'Ada', amountCents: 500 }
    await expect.poll(() => readStars(lynxes)).toEqual([named])
    const gift = { amountCents: 7_700, name: 'Anonymous', teamId: lynxes, timestamp: now }
    await give(server, ada, gift)
    await expect.poll(() => readStars(lynxes)).toEqual([{ name: null, amountCents: 7_700 }, named])
    await expect
      .poll(() => readTeams())
      .toMatchObject([{ amountCents: 8_200, donors: 1, stars: '42' }])
  })

  test('keep what a deleted account has given, without its membership', async () => {
    await turnOn('donors', ['teams-all-time'])
    await give(server, ada, { amountCents: 500, timestamp: now })
    const lynxes = foundedTeamSchema.parse((await found('Lynxes')).json()).team.id
    await join(lynxes)
    await give(server, ada, { amountCents: 10_000, teamId: lynxes, timestamp: now })
    await ada.call({ method: 'POST', url: ROUTES.ownDeletion, payload: { password: PASSWORD } })
    await expect.poll(() => readTeams(other)).toMatchObject([{ amountCents: 10_000, donors: 1 }])
    await expect.poll(() => readStars(lynxes, other)).toEqual([{ name: null, amountCents: 10_000 }])
    const members = await databases[1].reader.selectFrom('donor_team_members').selectAll().execute()
    expect(members).toEqual([])
  })

  test('are founded by donors once a day, with a name of their own', async () => {
    await turnOn()
    await give(server, ada, { amountCents: 500, timestamp: now })
    const { team } = foundedTeamSchema.strict().parse((await found('  The   Lynxes ')).json())
    expect(team).toMatchObject({ name: 'The Lynxes', held: false, open: true })
    expect(expectError(await found('Foxes'), 409, 'failed-precondition')).toBe(
      'You have started a constellation in the last 24 hours: start the next one later, or join one.',
    )
    const bo = await server.signUp('bo@donor.example')
    await give(server, bo, { amountCents: 500, timestamp: now })
    const TAKEN =
      'There is a constellation with this name, or one that looks like it: choose another.'
    for (const name of ['the lynxes', 'T.h.e Lynxés', 'THE LYNX3S']) {
      expect(expectError(await found(name, bo), 409, 'failed-precondition')).toBe(TAKEN)
    }
    expect(expectError(await found(' ', bo), 400, 'invalid-argument')).toBe(
      'The constellation needs a name.',
    )
    expect(expectError(await found('x'.repeat(41), bo), 400, 'invalid-argument')).toBe(
      'The name can have 40 characters at most.',
    )
    for (const name of [
      'A constellation',
      'Constellation',
      'C0nstellation 12',
      'A Constellation #3',
    ]) {
      expect(expectError(await found(name, bo), 400, 'invalid-argument')).toBe(TAKEN)
    }
    now += DAY + MINUTE
    expect((await found('Foxes')).statusCode).toBe(200)
  })

  test('of donors have no name that looks like another; those of hosts none that is the same', async () => {
    await turnOn()
    await give(server, ada, { amountCents: 500, timestamp: now })
    const alpha = await createTeam('Alpha')
    expectError(await found('A1pha'), 409, 'failed-precondition')
    await createTeam('AIpha')
    const payload = { name: 'A1pha' }
    const refused = await host.call({ method: 'POST', url: HOST_ROUTES.teams, payload })
    expectError(refused, 409, 'failed-precondition')
    expectError(await rename(alpha, 'A!pha'), 409, 'failed-precondition')
    expect((await rename(alpha, 'ALPHA')).statusCode).toBe(200)
  })

  test('are founded only by who has donated', async () => {
    await turnOn()
    const bo = await server.signUp('bo@donor.example')
    const UNKNOWN = 'Donate here once: then you can start a constellation.'
    expect(expectError(await found('Lynxes', bo), 409, 'failed-precondition')).toBe(UNKNOWN)
    expect(await readMembership(bo)).toMatchObject({ cannotFound: UNKNOWN })
    await give(server, bo, { amountCents: 500, timestamp: now })
    expect(await readMembership(bo)).toMatchObject({ cannotFound: null })
    expect((await found('Lynxes', bo)).statusCode).toBe(200)
  })

  test('are so many at most that donors found, but never too many for a host', async () => {
    await turnOn()
    await give(server, ada, { amountCents: 500, timestamp: now })
    const closed = await createTeam('Lynxes')
    await change(closed, { open: false })
    const shared = { is_held: 0, founder_id: 'x', founded_at: 0, closed_at: null } as const
    const rows = Array.from({ length: 200 }, (_, index) => {
      const name = `Team ${index}`
      return { id: `t${index}`, name, name_key: name, ...shared, revision: 0 }
    })
    await insertRows(databases[0].autocommit, 'donor_teams', rows)
    expect(expectError(await found('Foxes'), 409, 'failed-precondition')).toBe(
      'There are 200 constellations, and there can be no more: join one of them.',
    )
    await createTeam('Orion')
    expect((await change(closed, { open: true })).statusCode).toBe(200)
  })

  test('that are refused change no version of the board', async () => {
    await turnOn()
    await give(server, ada, { amountCents: 500, timestamp: now })
    const [lynxes, orion] = [await createTeam('Lynxes'), await createTeam('Orion')]
    const before = await readVersion(databases[0].reader)
    expectError(await found('Orion'), 409, 'failed-precondition')
    const again = { method: 'POST', url: HOST_ROUTES.teams, payload: { name: 'Orion' } } as const
    expectError(await host.call(again), 409, 'failed-precondition')
    expectError(await change(lynxes, { name: 'Orion' }), 409, 'failed-precondition')
    const missing = '00000000-0000-4000-8000-000000000000'
    expectError(await change(missing, { open: false }), 404, 'not-found')
    expect(await readVersion(databases[0].reader)).toBe(before)
    await change(orion, { open: false })
    expect(await readVersion(databases[0].reader)).toBe(before + 1)
  })

  test('of donors have screened names, which only their founder reads while held', async () => {
    await turnOn()
    await give(server, ada, { amountCents: 500, timestamp: now })
    await setScreening(server, { mode: 'hold', words: ['weasels'] })
    expect(expectError(await found('The Weasels'), 409, 'failed-precondition')).toBe(
      'This name cannot be used here: choose another.',
    )
    const { team } = foundedTeamSchema.parse((await found('The Lynxes')).json())
    expect(team).toMatchObject({ name: 'The Lynxes', held: true })
    const bo = await server.signUp('bo@donor.example')
    await give(server, bo, { amountCents: 500, timestamp: now })
    now += MINUTE
    expect((await found('Foxes', bo)).statusCode).toBe(200)
    // Others tell them apart by the order of their founding.
    const names = async (node = server) =>
      (await readTeams(node)).map(({ name }) => name).toSorted()
    await expect.poll(() => names()).toEqual(['Constellation 1', 'Constellation 2'])
    await join(team.id, bo)
    expect((await readMembership(bo)).team).toMatchObject({ name: 'Constellation 1' })
    await join(team.id)
    expect((await readMembership()).team).toMatchObject({ name: 'The Lynxes', held: true })
    expect((await change(team.id, { approved: true })).statusCode).toBe(200)
    await expect.poll(() => names(other)).toEqual(['Constellation 2', 'The Lynxes'])
    expect(await readActions(team.id)).toEqual(['team.approved'])
  })

  test('are renamed, closed and opened by hosts, which boards and audit tell', async () => {
    await turnOn('hosts', ['teams-all-time'])
    const [lynxes, orion] = [await createTeam('Lynxes'), await createTeam('Orion')]
    await give(server, ada, { amountCents: 10_000, teamId: lynxes, timestamp: now })
    await readBoard(other, 'teams-all-time')
    expectError(await change(lynxes, { name: 'ORION' }), 409, 'failed-precondition')
    await change(lynxes, { name: 'Bears' })
    await expect
      .poll(() => readBoard(other, 'teams-all-time'))
      .toMatchObject({ entries: [{ name: 'Bears' }] })
    await change(lynxes, { open: false })
    await change(orion, { open: false })
    expect(expectError(await join(lynxes), 409, 'failed-precondition')).toBe(
      'Bears is closed: choose another constellation.',
    )
    expect(expectError(await pay(lynxes), 409, 'failed-precondition')).toBe(
      'Bears is closed: choose another constellation.',
    )
    await expect.poll(() => readTeams()).toMatchObject([{ id: lynxes, open: false }])
    await change(lynxes, { open: true })
    expect((await join(lynxes)).statusCode).toBe(200)
    expect(await readActions(lynxes)).toEqual([
      'team.opened',
      'team.closed',
      'team.renamed',
      'team.created',
    ])
    const missing = '00000000-0000-4000-8000-000000000000'
    expectError(await change(missing, { open: false }), 404, 'not-found')
    expect(expectError(await join(missing), 409, 'failed-precondition')).toBe(
      'There is no such constellation any more: choose another one.',
    )
  })

  test('that are closed have no aims for their donors, until they are open again', async () => {
    await turnOn('hosts', ['teams-all-time'])
    const [ants, cats] = [await createTeam('Ants'), await createTeam('Cats')]
    const bo = await server.signUp('bo@donor.example')
    await join(ants)
    await give(server, ada, { amountCents: 100_000, teamId: ants, timestamp: now })
    await give(server, bo, { amountCents: 100_300, teamId: cats, timestamp: now })
    const readOwn = async () => {
      const answer = await ada.call({ url: '/api/boards/teams-all-time/own' })
      return ownPlaceSchema.strict().parse(answer.json())
    }
    const aim = { team: 'Ants', place: { position: 2, passCents: 301 } }
    await expect.poll(readOwn).toMatchObject(aim)
    await change(ants, { open: false })
    expect(await readOwn()).toMatchObject({ team: null, place: null })
    await change(ants, { open: true })
    expect(await readOwn()).toMatchObject(aim)
  })

  test('are changed only between rounds, once something was given in one', async () => {
    await turnOn('hosts')
    const [lynxes, orion] = [await createTeam('The Lynxes'), await createTeam('Orion')]
    await join(lynxes)
    await startRound()
    expect((await join(orion)).statusCode).toBe(200)
    expect((await join(lynxes)).statusCode).toBe(200)
    await give(server, ada, { amountCents: 10_000, teamId: lynxes, timestamp: now })
    const BOUND =
      'You have given in “Spring” and are with The Lynxes until it ends: constellations change only between rounds.'
    for (const teamId of [orion, null]) {
      expect(expectError(await join(teamId), 409, 'failed-precondition')).toBe(BOUND)
      expect(expectError(await pay(teamId), 409, 'failed-precondition')).toBe(BOUND)
    }
    expect(await readMembership()).toMatchObject({ team: { id: lynxes }, bound: BOUND })
    now += 60 * MINUTE
    expect((await join(orion)).statusCode).toBe(200)
    expect(await readMembership()).toMatchObject({ team: { id: orion }, bound: null })
  })

  const requireTeam = (body: unknown, name: string): HostTeam => {
    const team = hostTeamsSchema
      .strict()
      .parse(body)
      .teams.find((one) => one.name === name)
    if (team === undefined) throw new Error(`There is no team ${name}.`)
    return team
  }

  async function readStars(id: string, node = server) {
    const answer = await node.call({ url: `${ROUTES.teams}/${id}` })
    return teamDetailSchema.strict().parse(answer.json()).stars
  }

  async function readCampaign(node: TestApp): Promise<unknown> {
    return (await node.call({ url: ROUTES.campaign })).json()
  }

  async function readBoard(node: TestApp, id: string) {
    return leaderboardPageSchema.parse((await node.call({ url: `/api/boards/${id}` })).json())
  }

  async function readActions(id: string): Promise<string[]> {
    const answer = await host.call({ url: `/api/host/audit?subject=${id}` })
    return auditPageSchema.parse(answer.json()).entries.map(({ action }) => action)
  }
})
