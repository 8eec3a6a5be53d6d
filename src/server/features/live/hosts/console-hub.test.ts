import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { HostCampaign } from '#contract/campaign/settings.ts'
import type { HostRole } from '#contract/host/roles.ts'
import type { HostTopic } from '#contract/host/live.ts'
import { concernId, createConcerns } from '#server/features/concerns/concerns.ts'
import { enableSecondFactor } from '#tests/helpers/accounts/second-factor.ts'
import {
  buildPublicConfig,
  openTestApp,
  type TestApp,
  type TestDonor,
} from '#tests/helpers/app/app.ts'
import { give, requireUserId } from '#tests/helpers/app/gifts.ts'
import { giveTexts } from '#tests/helpers/app/give-texts.ts'
import { listTopics, openConsole, type ConsoleStream } from '#tests/helpers/live/open-console.ts'

let server: TestApp
let origin: string
let owner: TestDonor
const opened: ConsoleStream[] = []
const servers: TestApp[] = []

beforeAll(async () => {
  ;({ server, origin } = await serve())
  owner = await server.signUpHost()
})

afterEach(async () => {
  for (const one of opened.splice(0)) one.leave()
  // They end by themselves some seconds later, of which a later test would hear.
  await server.database.autocommit.deleteFrom('text_presences').execute()
})

afterAll(async () => {
  for (const one of servers.splice(0).toReversed()) await one.close()
})

async function serve(options: Parameters<typeof openTestApp>[0] = {}) {
  const app = await openTestApp(options)
  servers.push(app)
  return { server: app, origin: await app.app.listen({ port: 0, host: '127.0.0.1' }) }
}

async function watch({ cookie }: TestDonor, at = origin): Promise<ConsoleStream> {
  const stream = await openConsole(at, cookie)
  opened.push(stream)
  return stream
}

async function lookAt(host: TestDonor, donationId: string): Promise<void> {
  const answer = await host.call({
    method: 'POST',
    url: `/api/host/texts/${donationId}/presence`,
    payload: { isHere: true },
  })
  expect(answer.statusCode).toBe(200)
}

async function changeRole(host: TestDonor, role: HostRole | null): Promise<void> {
  const url = `/api/host/team/${await requireUserId(server, host)}`
  const answer =
    role === null
      ? await owner.call({ method: 'DELETE', url })
      : await owner.call({ method: 'PUT', url, payload: { role } })
  expect(answer.statusCode).toBeLessThan(300)
}

async function publish(): Promise<void> {
  const { campaign } = (await owner.call({ url: '/api/host/campaign' })).json<HostCampaign>()
  const answer = await owner.call({
    method: 'PUT',
    url: '/api/host/campaign',
    headers: { 'if-match': String(campaign.version) },
    payload: { title: `Gala ${campaign.version}` },
  })
  expect(answer.statusCode).toBe(200)
}

const MONEY: HostTopic[] = ['donations', 'money', 'concerns', 'audit', 'providers']

describe('a console hears', () => {
  test.each<[HostRole, HostTopic[]]>([
    ['treasurer', MONEY],
    ['moderator', ['texts', 'presences']],
    ['owner', [...MONEY, 'texts', 'presences', 'campaign', 'team']],
  ])('as %s of the topics that the role may read, and of no others', async (role, topics) => {
    const { marks } = await watch(await server.signUpMember(role))
    expect(listTopics(marks).toSorted()).toEqual(topics.toSorted())
  })

  test.each<[string, HostTopic[], () => Promise<unknown>]>([
    ['a donation', ['donations', 'money'], () => give(server, owner, { amountCents: 500 })],
    ['a text', ['texts'], () => giveTexts(server, { texts: { displayName: 'Bo' } })],
    ['a presence', ['presences'], () => lookAt(owner, 'donation-0')],
    ['a publication', ['campaign', 'audit'], publish],
    [
      'a change of role',
      ['team', 'audit'],
      async () => changeRole(await server.signUpMember('treasurer'), 'moderator'),
    ],
    [
      'a concern',
      ['concerns'],
      async () => {
        const { app, database } = server
        const concerns = createConcerns({ database, clock: Date.now, logger: app.log })
        await concerns.raise({ kind: 'disk_low', subject: 'disk', message: 'It is full.' })
        await concerns.end(concernId('disk_low', 'disk'))
      },
    ],
  ])('of %s', async (_name, topics, change) => {
    const stream = await watch(owner)
    await change()
    await expect.poll(() => stream.heard.flat()).toEqual(expect.arrayContaining(topics))
  })

  test('as a moderator nothing of money', async () => {
    const moderator = await watch(await server.signUpMember('moderator'))
    const treasurer = await watch(await server.signUpMember('treasurer'))
    await give(server, owner, { amountCents: 500 })
    await treasurer.hears('donations')
    await lookAt(owner, 'donation-2')
    await moderator.hears('presences')
    expect(moderator.heard.flat()).toEqual(['presences'])
    expect(treasurer.heard.flat()).not.toContain('presences')
  })

  test('as a treasurer nothing of what the log has about others than money', async () => {
    const treasurer = await watch(await server.signUpMember('treasurer'))
    const stream = await watch(owner)
    await publish()
    await stream.hears('audit')
    await give(server, owner, { amountCents: 500 })
    await treasurer.hears('donations')
    expect(treasurer.heard.flat()).not.toContain('audit')
  })

  test('of a presence once, however often it is repeated', async () => {
    const stream = await watch(owner)
    for (let times = 0; times < 3; times += 1) await lookAt(owner, 'donation-3')
    await stream.hears('presences')
    await give(server, owner, { amountCents: 500 })
    await stream.hears('donations')
    expect(stream.heard.flat().filter((topic) => topic === 'presences')).toHaveLength(1)
  })
})

describe('a stream ends', () => {
  async function endsAfter(host: TestDonor, change: () => Promise<unknown>) {
    const stays = await watch(owner)
    const stream = await watch(host)
    await change()
    await stream.ended
    expect(stream.others.at(-1)).toBe('end')
    return stays
  }

  test('when the host is removed, and the others go on', async () => {
    const member = await server.signUpMember('treasurer')
    const stays = await endsAfter(member, () => changeRole(member, null))
    expect((await member.call({ url: '/api/host/live' })).statusCode).toBe(403)
    await give(server, owner, { amountCents: 500 })
    await stays.hears('donations')
  })

  test('when the role changes; a new one hears of the new topics', async () => {
    const member = await server.signUpMember('treasurer')
    await endsAfter(member, () => changeRole(member, 'moderator'))
    expect(listTopics((await watch(member)).marks)).toEqual(['texts', 'presences'])
  })

  test('when the session ends', async () => {
    const member = await server.signUpMember('moderator')
    await endsAfter(member, () =>
      member.call({ method: 'POST', url: '/api/auth/sign-out', payload: {} }),
    )
    expect((await member.call({ url: '/api/host/live' })).statusCode).toBe(401)
  })

  test('with real money when the session has not shown the second factor any more', async () => {
    const live = await serve({ publicConfig: buildPublicConfig({ payments: 'live' }) })
    const member = await enableSecondFactor(live.server, await live.server.signUpMember('owner'))
    const stream = await watch(member, live.origin)
    await live.server.database.autocommit
      .updateTable('session')
      .set({ secondFactorAt: null })
      .execute()
    await stream.ended
    expect(stream.others.at(-1)).toBe('end')
  })

  test('with the server, and comes back spread out', async () => {
    const other = await serve()
    const host = await other.server.signUpHost()
    const streams = [await watch(host, other.origin), await watch(host, other.origin)]
    await other.server.app.close()
    for (const { ended, retries } of streams) {
      await ended
      expect(retries).toHaveLength(2)
    }
    expect(streams[0]?.retries).not.toEqual(streams[1]?.retries)
  })
})

describe('limits', () => {
  test('one account may have so many streams, and no other is kept out', async () => {
    const member = await server.signUpMember('moderator')
    const streams = await Promise.all(Array.from({ length: 12 }, () => watch(member)))
    const refused = await fetch(`${origin}/api/host/live`, { headers: { cookie: member.cookie } })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    const sentence = 'Too many consoles of yours are open: close one and try again.'
    expect(await refused.json()).toMatchObject({ error: { message: sentence } })
    expect((await watch(owner)).marks).toHaveProperty('team')
    streams[0]?.leave()
    await expect.poll(async () => (await watch(member).catch(() => undefined))?.marks).toBeDefined()
  })

  test('a client that cannot read a stream is told so', async () => {
    const headers = { accept: 'application/json' }
    const answer = await owner.call({ url: '/api/host/live', headers })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('ask for it with Accept: text/event-stream.')
  })
})
