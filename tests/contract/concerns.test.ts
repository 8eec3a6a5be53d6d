import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  concernId,
  createConcerns,
  type Concerns,
  type Problem,
} from '#server/features/concerns/concerns.ts'
import type { Database } from '#server/infra/database/database.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const NOW = Date.UTC(2027, 0, 15)
const PROBLEM: Problem = {
  kind: 'permission_missing',
  subject: 'stripe',
  message: 'Stripe refuses our key.',
  details: { status: 401 },
  provider: 'stripe',
}
const ID = concernId('permission_missing', 'stripe')
const HOST = { id: 'host-1', role: 'owner' } as const
const DISMISSED = { resolution: 'dismiss', actor: HOST, reason: 'I know.' } as const

describe.each(DATABASES)('concerns on $name', ({ openTwice }) => {
  let databases: [Database, Database]
  let now: number
  let log: string
  let one: Concerns
  let other: Concerns

  beforeEach(async () => {
    databases = await openTwice()
    now = NOW
    log = ''
    ;[one, other] = [open(databases[0]), open(databases[1])]
  })

  afterEach(async () => {
    await Promise.all([...new Set(databases)].map((database) => database.close()))
  })

  function open(database: Database): Concerns {
    const logger = pino({}, { write: (line: string) => void (log += line) })
    return createConcerns({ database, clock: () => now, logger })
  }

  const countInLog = (words: string) => log.split(words).length - 1

  test('a problem that two nodes raise many times is one concern, logged once', async () => {
    await Promise.all([one, other, one, other].map((node) => node.raise(PROBLEM)))
    now += 1_000
    await other.raise(PROBLEM)
    expect(await one.list()).toEqual([
      {
        ...PROBLEM,
        id: ID,
        openedAt: new Date(NOW).toISOString(),
        lastSeenAt: new Date(now).toISOString(),
        endedAt: null,
        resolution: null,
        resolvedBy: null,
        reason: null,
        resolutions: ['dismiss'],
      },
    ])
    expect(countInLog('needs a person: Stripe refuses our key.')).toBe(1)
    expect(await one.count()).toEqual([{ kind: 'permission_missing', count: 1 }])
  })

  test('the end of a concern is logged once, and an ended concern offers no resolution', async () => {
    await one.raise(PROBLEM)
    await Promise.all([one.end(ID), other.end(ID)])
    await one.end(ID)
    expect(await one.list()).toEqual([])
    expect(await one.listEnded()).toMatchObject([{ id: ID, resolution: 'gone', resolutions: [] }])
    expect(countInLog('needs nobody any more')).toBe(1)
  })

  test('an ended concern that is raised again is open again, with its new message', async () => {
    await one.raise(PROBLEM)
    await one.end(ID, { resolution: 'retry', actor: HOST, reason: 'Try.' })
    now += 1_000
    await one.raise({ ...PROBLEM, message: 'Stripe refuses our new key.' })
    expect(await one.list()).toMatchObject([
      { message: 'Stripe refuses our new key.', resolution: null, resolvedBy: null, reason: null },
    ])
    expect(countInLog('needs a person')).toBe(2)
  })

  test('a dismissed concern stays dismissed while nothing changes', async () => {
    await one.raise(PROBLEM)
    await one.end(ID, DISMISSED)
    await one.raise(PROBLEM)
    expect(await one.list()).toEqual([])
    expect(await one.listEnded()).toMatchObject([
      { id: ID, resolution: 'dismiss', resolvedBy: HOST.id, reason: DISMISSED.reason },
    ])
    await one.raise({ ...PROBLEM, message: 'Stripe refuses us altogether.' })
    expect(await one.list()).toHaveLength(1)
  })

  test('a dismissed concern that ended and is raised again is open again', async () => {
    await one.raise(PROBLEM)
    await one.end(ID, DISMISSED)
    await one.end(ID)
    await one.raise(PROBLEM)
    expect(await one.list()).toHaveLength(1)
  })

  test('syncing a kind ends its other concerns, and leaves other kinds alone', async () => {
    await one.raise(PROBLEM)
    const problems = ['a', 'b'].map((subject) => ({ subject, message: `${subject} is wrong.` }))
    await one.sync('board_drift', problems)
    await one.sync('board_drift', problems.slice(1))
    expect((await one.list()).map(({ id }) => id).toSorted()).toEqual(['board_drift:b', ID])
    await one.sync('board_drift', [])
    expect((await one.list()).map(({ id }) => id)).toEqual([ID])
  })

  test('a subject that cannot stand in a URL has an id that can', async () => {
    await one.raise({ ...PROBLEM, subject: `a/b ${'x'.repeat(200)}` })
    expect((await one.list())[0]?.id).toMatch(/^permission_missing:[\da-f]{32}$/)
  })
})
