import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { hostChoicesSchema } from '#contract/host/choices.ts'
import { hostRoundsSchema, type RoundRequest } from '#contract/host/rounds.ts'
import { roundListSchema } from '#contract/rounds.ts'
import { OPERATOR } from '#server/features/audit/audit.ts'
import { createDonorIds } from '#server/features/leaderboard/boards/donor-ids.ts'
import { endOf } from '#server/features/leaderboard/rounds/round.ts'
import { RoundKeeper } from '#server/features/leaderboard/rounds/round-keeper.ts'
import { findKnownRound } from '#server/features/leaderboard/rounds/round-reads.ts'
import { createRound } from '#server/features/leaderboard/rounds/rounds-store.ts'
import type { Database } from '#server/infra/database/database.ts'
import { createSharedClock } from '#server/infra/shared-clock.ts'
import { openTestApp } from '../helpers/app/app.ts'
import { beginAndPay, capture } from '../helpers/app/checkouts.ts'
import { changeBoard } from '../helpers/databases/board.ts'
import { openFreshPostgres } from '../helpers/databases/databases.ts'
import { openTestSandbox } from '../helpers/providers/payment-sandbox.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const logger = pino({ level: 'silent' })

/** PostgreSQL's own clock is that of this machine, by which the nodes' are wrong. */
const clockOf = (shiftMs: number) => () => Date.now() + shiftMs

describe('nodes on PostgreSQL whose clocks are an hour off', () => {
  let database: Database
  let closing: (() => Promise<void>)[]

  beforeEach(async () => {
    database = await openFreshPostgres()
    closing = []
  })

  afterEach(async () => {
    vi.useRealTimers()
    for (const close of closing.toReversed()) await close()
    await database.close()
  })

  async function startNode(shiftMs: number): Promise<RoundKeeper> {
    const schedule = () => () => {}
    const clock = createSharedClock({ database, clock: clockOf(shiftMs), schedule, logger })
    await clock.load?.()
    const keeper = new RoundKeeper({
      database,
      livemode: 0,
      toDonorId: createDonorIds('a secret of these tests'),
      onChange: () => {},
      clock,
      schedule,
      logger,
    })
    closing.push(() => keeper.close())
    return keeper
  }

  /** Begins a round a minute ago. */
  async function begin(endMs: number, fields: Partial<RoundRequest> = {}): Promise<string> {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    const request: RoundRequest = {
      name: 'Final hour',
      prize: null,
      ranks: 'donor',
      pending: 'captured',
      overtimes: 0,
      startsAt: at(-MINUTE),
      endsAt: at(endMs),
      ...fields,
    }
    const action = { livemode: 0, actor: OPERATOR, at: Date.now() } as const
    const outcome = await database.write(createRound, { ...action, request })
    if (!('id' in outcome)) throw new Error(JSON.stringify(outcome))
    return outcome.id
  }

  const find = async (id: string) => {
    const known = await findKnownRound(database.reader, 0, id)
    if (known === undefined) throw new Error('There is no such round.')
    return known
  }

  test('end a round for nobody before its end by the database', async () => {
    const fast = await startNode(HOUR)
    const id = await begin(30 * MINUTE)
    await fast.catchUp()
    expect((await find(id)).results).toBeNull()
  })

  test('record the results of a round that is over by the database', async () => {
    const slow = await startNode(-HOUR)
    const id = await begin(5 * MINUTE)
    const ended = { starts_at: Date.now() - 5 * MINUTE, ends_at: Date.now() - MINUTE }
    await database.autocommit.updateTable('rounds').set(ended).execute()
    await slow.catchUp()
    expect((await find(id)).results).toBe(1)
  })

  test.each([
    ['fast', HOUR],
    ['slow', -HOUR],
  ])('add overtime in the last minute by the database: %s', async (_name, shiftMs) => {
    const node = await startNode(shiftMs)
    const id = await begin(40 * MINUTE, { overtimes: 3 })
    const gift = (userId: string, amountCents: number) => {
      const timestamp = Date.now()
      return { id: userId, userId, amountCents, timestamp }
    }
    await database.write(changeBoard, [gift('ada', 500)])
    await node.catchUp()
    expect((await find(id)).row.overtimes_used).toBe(0)
    const endsAt = Date.now() + 30 * SECOND
    await database.autocommit.updateTable('rounds').set({ ends_at: endsAt }).execute()
    await database.write(changeBoard, [gift('bo', 900)])
    await node.catchUp()
    const { row, results } = await find(id)
    expect([row.overtimes_used, endOf(row), results]).toEqual([1, endsAt + MINUTE, null])
  })

  test('show, and end when a host says so, a round by the time of the database', async () => {
    const server = await openTestApp({ database, clock: clockOf(HOUR), sharedClock: undefined })
    closing.push(() => server.close())
    const host = await server.signUpHost()
    const id = await begin(30 * MINUTE)
    const read = async () => {
      const answer = await server.call({ url: '/api/rounds' })
      return roundListSchema.parse(answer.json())
    }
    const { now, current } = await read()
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(MINUTE)
    expect(current).toMatchObject({ id, results: null })
    const url = `/api/host/rounds/${id}/end`
    const ended = hostRoundsSchema.parse((await host.call({ method: 'POST', url })).json())
    const endsAt = Date.parse(ended.rounds[0]?.endsAt ?? '')
    expect(Math.abs(endsAt - Date.now())).toBeLessThan(MINUTE)
  })

  test.each([
    ['fast', HOUR],
    ['slow', -HOUR],
  ])('take votes, and date payments, by the time of the database: %s', async (_name, shiftMs) => {
    const payments = await openTestSandbox()
    closing.push(() => payments.close())
    const clock = clockOf(shiftMs)
    const server = await openTestApp({ database, payments, clock, sharedClock: undefined })
    closing.push(() => server.close())
    const host = await server.signUpHost()
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    const choice = { question: 'Which name?', options: ['Nautilus', 'Argo'] }
    const asked = await host.call({
      method: 'POST',
      url: '/api/host/choices',
      payload: { ...choice, opensAt: at(-MINUTE), closesAt: at(15 * MINUTE) },
    })
    const [open] = hostChoicesSchema.parse(asked.json()).choices
    const optionId = open?.options[0]?.id ?? 'none'
    const donor = await server.signUp()
    const vote = { provider: 'paypal', texts: { optionId } } as const
    await capture(donor, await beginAndPay(donor, payments, vote))
    const times = await database.reader
      .selectFrom('checkouts')
      .innerJoin('donations', 'donations.checkout_id', 'checkouts.id')
      .innerJoin('mails', 'mails.donation_id', 'donations.id')
      .select(['checkouts.created_at', 'donations.timestamp', 'mails.next_attempt_at'])
      .executeTakeFirstOrThrow()
    for (const time of Object.values(times)) {
      expect(Math.abs(time - Date.now())).toBeLessThan(5 * MINUTE)
    }
  })

  test('leave a sign-up that has just begun at another node alone', async () => {
    const server = await openTestApp({ database })
    closing.push(() => server.close())
    const at = new Date()
    const begun = { id: 'ada', email: 'ada@donor.example', name: '', emailVerified: false }
    await database.autocommit
      .insertInto('user')
      .values({ ...begun, createdAt: at, updatedAt: at })
      .execute()
    // The library, too, takes the node's own clock.
    vi.useFakeTimers({ now: Date.now() + HOUR, toFake: ['Date'] })
    const fast = await openTestApp({ database })
    closing.push(() => fast.close())
    expect(await database.autocommit.selectFrom('user').select('id').execute()).toEqual([
      { id: 'ada' },
    ])
  })

  test('date a sign-up by the time of the database', async () => {
    const now = Date.now()
    vi.useFakeTimers({ now: now - HOUR, toFake: ['Date'] })
    const slow = await openTestApp({ database })
    closing.push(() => slow.close())
    await slow.signUp()
    const [row] = await database.autocommit.selectFrom('user').select('createdAt').execute()
    const { createdAt } = z.object({ createdAt: z.date() }).parse(row)
    expect(Math.abs(createdAt.getTime() - now)).toBeLessThan(5 * MINUTE)
  })
})
