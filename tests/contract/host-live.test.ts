import type { ChildProcess } from 'node:child_process'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { HostTopic } from '#contract/host/live.ts'
import { nameOwner } from '#server/features/accounts/hosts/team-store.ts'
import { bookCaptures, insertCheckouts, moveCheckout } from '#server/features/checkouts/store.ts'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { noteRefund, storeRefund } from '#server/features/host-donations/refunds/store.ts'
import type { Bus } from '#server/infra/bus/bus.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { createRedisBus } from '#server/infra/bus/redis-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { openTestApp, type TestApp, type TestDonor } from '../helpers/app/app.ts'
import { buildCapture, buildCheckout } from '../helpers/databases/builders.ts'
import { DATABASES } from '../helpers/databases/databases.ts'
import { hasRedis, startRedis, stopRedis } from '../helpers/databases/redis.ts'
import { openConsole } from '../helpers/live/open-console.ts'
import { freePort } from '../helpers/network/free-port.ts'

const logger = pino({ level: 'silent' })

describe.each(DATABASES)('a console on one of two nodes, on $name', ({ openTwice }) => {
  let redis: ChildProcess | undefined
  let buses: [Bus, Bus]
  let databases: [Database, Database]
  let nodes: [TestApp, TestApp]
  let host: TestDonor

  beforeEach(async () => {
    buses = await openBuses()
    databases = await openTwice()
    nodes = [
      await openTestApp({ database: databases[0], bus: buses[0] }),
      await openTestApp({ database: databases[1], bus: buses[1] }),
    ]
    host = await nodes[0].signUp()
    await nameHost(host.email)
  })

  afterEach(async () => {
    for (const node of nodes) await node.close()
    await Promise.all([...new Set(databases)].map((database) => database.close()))
    for (const bus of buses) await bus.close()
    if (redis !== undefined) await stopRedis(redis)
  })

  async function openBuses(): Promise<[Bus, Bus]> {
    if (!hasRedis) {
      const bus = createMemoryBus()
      return [bus, bus]
    }
    const port = await freePort()
    redis = await startRedis(port)
    const url = `redis://127.0.0.1:${port}`
    return [createRedisBus({ url, logger }), createRedisBus({ url, logger })]
  }

  async function nameHost(email: string): Promise<void> {
    const [{ autocommit, dialect }] = databases
    const { id } = await autocommit
      .updateTable('user')
      .set({ emailVerified: dialect === 'sqlite' ? 1 : true })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    await databases[0].write(nameOwner, { userId: String(id), at: Date.now() })
  }

  async function give(checkout = buildCheckout()): Promise<void> {
    const texts = { displayName: 'Bo', anonymous: false, message: null }
    await databases[0].write(insertCheckouts, checkout)
    await databases[0].write(bookCaptures, { ...buildCapture(checkout), texts })
  }

  async function refund(checkout: ReturnType<typeof buildCheckout>): Promise<void> {
    const objectId = `re_${checkout.id}`
    const movements = [{ kind: 'refund' as const, objectId, amountCents: checkout.amount_cents }]
    await databases[0].write(bookCaptures, buildCapture(checkout, { movements }))
  }

  test('hears of what is done on the other one, and ends when the session does', async () => {
    const stream = await openConsole(await listen(nodes[1]), host.cookie)
    const post = (url: string, payload: object) => host.call({ method: 'POST', url, payload })
    const changes: [HostTopic[], () => Promise<unknown>][] = [
      [['donations', 'money', 'texts'], give],
      [['presences'], () => post('/api/host/texts/donation-1/presence', { isHere: true })],
      [
        ['team', 'audit'],
        () => post('/api/host/team/invitations', { email: 'bo@member.example', role: 'moderator' }),
      ],
      [
        ['concerns'],
        () =>
          createConcerns({ database: databases[0], clock: Date.now, logger }).raise({
            kind: 'disk_low',
            subject: 'disk',
            message: 'The disk is nearly full.',
          }),
      ],
    ]
    for (const [topics, change] of changes) {
      await change()
      await expect.poll(() => stream.heard.flat()).toEqual(expect.arrayContaining(topics))
    }
    await post('/api/auth/sign-out', {})
    await stream.ended
    expect(stream.others).toContain('end')
  })

  test('hears as a moderator of a refund of a donation that has texts, and of no other', async () => {
    const moderator = await nodes[0].signUpMember('moderator')
    const [texted, plain] = [buildCheckout(), buildCheckout()]
    await give(texted)
    await databases[0].write(insertCheckouts, plain)
    await databases[0].write(bookCaptures, buildCapture(plain))
    const stream = await openConsole(await listen(nodes[1]), host.cookie)
    const other = await openConsole(await listen(nodes[0]), moderator.cookie)
    await refund(plain)
    await stream.hears('money')
    expect(other.heard).toEqual([])
    await refund(texted)
    await other.hears('texts')
    expect(other.heard.flat()).toEqual(['texts'])
    stream.leave()
    other.leave()
  })

  test('hears of each payment and each refund that fails', async () => {
    const [paid, unpaid, other] = [buildCheckout(), buildCheckout(), buildCheckout()]
    await give(paid)
    for (const one of [unpaid, other]) await databases[0].write(insertCheckouts, one)
    const stream = await openConsole(await listen(nodes[1]), host.cookie)
    // At the same moment, so that no time tells them apart.
    const at = Date.now()
    for (const { id } of [unpaid, other]) {
      await databases[0].write(moveCheckout, { id, cause: 'failed', reason: null, at })
      await expect(stream.hears('donations')).resolves.toBeUndefined()
    }
    for (const request_key of ['first', 'second']) {
      const id = `refund-${request_key}`
      await databases[0].write(storeRefund, {
        id,
        request_key,
        donation_id: paid.donation_id,
        checkout_id: paid.id,
        asked_cents: 100,
        reason: 'They asked for it.',
        created_at: at,
        actor: { id: 'host-1', role: 'owner' },
      })
      await stream.hears('donations')
      await databases[0].write(noteRefund, { id, finished_at: at, is_failed: 1 })
      await expect(stream.hears('donations')).resolves.toBeUndefined()
    }
    stream.leave()
  })

  test('gets the same marks from both, so that a reconnection refetches nothing', async () => {
    await give()
    const [one, other] = [await listen(nodes[0]), await listen(nodes[1])]
    // A receipt that is sent in between changes them.
    await expect
      .poll(async () => {
        const streams = [await openConsole(one, host.cookie), await openConsole(other, host.cookie)]
        for (const { leave } of streams) leave()
        const [first, second] = streams.map(({ marks }) => JSON.stringify(marks))
        return first === second
      })
      .toBe(true)
  })
})

function listen({ app }: TestApp): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' })
}
