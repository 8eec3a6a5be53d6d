import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { openTestApp, type TestApp, type TestDonor } from '../helpers/app/app.ts'
import { give } from '../helpers/app/gifts.ts'
import { DATABASES } from '../helpers/databases/databases.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-12-01T20:00:00Z')
const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString()

interface Item {
  path: string
  /** A request that is fulfilled. */
  body: object
  /** The changes that make it one that is refused, and one that nobody can read. */
  refused: object
  unreadable: object
  /** A change that is refused once it runs. */
  change: object
  /** The action that ends it. */
  end: string
}

const ITEMS: Item[] = [
  {
    path: 'rounds',
    body: { name: 'Final hour', startsAt: at(-5), endsAt: at(60) },
    refused: { endsAt: at(-1) },
    unreadable: { name: '' },
    change: { endsAt: at(30) },
    end: 'end',
  },
  {
    path: 'choices',
    body: { question: 'Which name?', options: ['A', 'B'], opensAt: at(-5), closesAt: at(60) },
    refused: { closesAt: at(-1) },
    unreadable: { options: ['A'] },
    change: { closesAt: at(-2) },
    end: 'end',
  },
  {
    path: 'matches',
    body: { sponsor: 'Bakery', ratePercent: 100, capCents: 500, startsAt: at(-5), endsAt: at(60) },
    refused: { endsAt: at(-1) },
    unreadable: { capCents: -1 },
    change: { capCents: 400 },
    end: 'stop',
  },
]

describe.each(DATABASES)('a refused action of a host on $name', ({ open }) => {
  let database: Database
  let server: TestApp
  let host: TestDonor
  let hints: number

  beforeEach(async () => {
    database = await open()
    const bus = createMemoryBus()
    server = await openTestApp({ database, bus, clock: () => NOW })
    host = await server.signUpHost()
    await give(server, await server.signUp(), { amountCents: 500 })
    hints = 0
    bus.subscribe(() => {
      hints += 1
    })
  })

  afterEach(async () => {
    await server.close()
    await database.close()
  })

  /** Returns what nodes and pages learn of a change by: the version, and the hints to look at it. */
  async function readVersion() {
    const head = await database.reader
      .selectFrom('board_head')
      .select('version')
      .executeTakeFirstOrThrow()
    return { ...head, hints }
  }

  test.each(ITEMS)('on $path takes no version of the board', async (item) => {
    const { path, body, refused, unreadable, change, end } = item
    const url = `/api/host/${path}`
    const post = async (way: string, payload: object = {}) =>
      (await host.call({ method: 'POST', url: `${url}${way}`, payload })).statusCode
    const patch = async (id: string, payload: object) =>
      (await host.call({ method: 'PATCH', url: `${url}/${id}`, payload })).statusCode

    const first = await readVersion()
    expect(await post('', { ...body, ...refused })).toBe(409)
    expect(await post('', { ...body, ...unreadable })).toBe(400)
    expect(await post(`/none/${end}`)).toBe(404)
    expect(await patch('none', change)).toBe(404)
    expect(await readVersion()).toEqual(first)

    expect(await post('', body)).toBe(200)
    const made = await readVersion()
    expect(made.version).toBe(first.version + 1)
    const list = (await host.call({ url })).json<Record<string, { id: string }[]>>()
    const id = list[path]?.[0]?.id ?? ''
    expect(await patch(id, change)).toBe(409)
    expect(await readVersion()).toEqual(made)

    expect(await post(`/${id}/cancel`)).toBe(200)
    const cancelled = await readVersion()
    expect(cancelled.version).toBe(made.version + 1)
    for (const name of ['cancel', end]) expect(await post(`/${id}/${name}`)).toBe(409)
    expect(await patch(id, change)).toBe(409)
    expect(await readVersion()).toEqual(cancelled)
  })
})
