import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChosenBoardId } from '#contract/boards.ts'
import type { BoardFixture } from '#tests/helpers/databases/board.ts'
import { startLiveServer, type LiveServer } from '#tests/helpers/live/live-server.ts'
import { openViewer, type LiveViewer, type ViewerOptions } from '#tests/helpers/live/live-viewer.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')
const HOUR = 3_600_000

let server: LiveServer
let viewers: LiveViewer[]

beforeEach(async () => {
  viewers = []
  server = await startLiveServer()
  server.clock.now = NOON
  choose('donors-today', 'donations-all-time')
})

afterEach(async () => {
  for (const viewer of viewers) viewer.leave()
  await server.close()
})

function choose(...boards: ChosenBoardId[]): void {
  server.campaign.current = { boards, timeZone: 'UTC' }
}

function give(...fixtures: BoardFixture[]): Promise<void> {
  return server.change(
    ...fixtures.map((fixture) => Object.assign({ timestamp: server.clock.now }, fixture)),
  )
}

const url = (id: string) => `${server.origin}/api/boards/${id}/live`

async function watch(id: ChosenBoardId, options: ViewerOptions = {}): Promise<LiveViewer> {
  const viewer = await openViewer(url(id), options)
  viewers.push(viewer)
  return viewer
}

const kinds = ({ events }: LiveViewer) => events.map(({ event }) => event)

const shown = (viewer: LiveViewer) =>
  viewer.board().map(({ position, name, amountCents }) => [position, name, amountCents])

const ADA = { userId: 'ada', name: 'Ada' }
const BO = { userId: 'bo', name: 'Bo' }

describe('the stream of a board of donors', () => {
  test('moves a donor with each of their donations', async () => {
    await give({ id: '1', ...ADA, amountCents: 500 }, { id: '2', ...BO, amountCents: 300 })
    const viewer = await watch('donors-today')
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot'])
    await give({ id: '3', ...BO, amountCents: 400 })
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot', 'change'])
    expect(shown(viewer)).toEqual([
      [1, 'Bo', 700],
      [2, 'Ada', 500],
    ])
    await give({ id: '1', ...ADA, amountCents: 0 })
    await expect.poll(() => shown(viewer)).toEqual([[1, 'Bo', 700]])
    expect(viewer.board()).toEqual(
      (await (await server.boards.open('donors-today')).page({ limit: 9 })).entries,
    )
  })

  test('never sends a name again that was taken back', async () => {
    await give({ id: '1', ...ADA, amountCents: 500 })
    const viewer = await watch('donors-today')
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot'])
    await give({ id: '2', ...ADA, name: 'Rude', amountCents: 500 })
    await expect.poll(() => shown(viewer)).toEqual([[1, 'Rude', 1_000]])
    await give({ id: '2', name: 'A donor', amountCents: 500, retracts: true })
    await expect.poll(() => shown(viewer)).toEqual([[1, 'Ada', 1_000]])
    const back = await watch('donors-today', { lastEventId: String(viewer.events[0]?.id) })
    await expect.poll(() => shown(back)).toEqual([[1, 'Ada', 1_000]])
    expect(JSON.stringify(back.events)).not.toContain('Rude')
  })

  test('a viewer who comes back gets what they missed', async () => {
    const first = await watch('donors-today')
    await expect.poll(() => kinds(first)).toEqual(['snapshot'])
    await give({ id: '1', ...ADA, amountCents: 500 })
    await expect.poll(() => kinds(first)).toEqual(['snapshot', 'change'])
    const back = await watch('donors-today', { lastEventId: String(first.events[0]?.id) })
    await expect.poll(() => kinds(back)).toEqual(['change'])
  })

  test('more than 250 changed donors come as a snapshot', async () => {
    const viewer = await watch('donors-today')
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot'])
    await give(
      ...Array.from({ length: 251 }, (_, n) => ({
        id: `${n}`,
        userId: `${n}`,
        amountCents: 100 + n,
      })),
    )
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot', 'snapshot'])
    expect(viewer.board()).toHaveLength(100)
  })
})

describe('when a day ends', () => {
  test('viewers get the new one as a snapshot, and its changes after it', async () => {
    await give({ id: '1', ...ADA, amountCents: 500 })
    const viewer = await watch('donors-today')
    await expect.poll(() => shown(viewer)).toEqual([[1, 'Ada', 500]])
    server.clock.now = NOON + 12 * HOUR
    await server.boards.catchUp()
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot', 'snapshot'])
    expect(shown(viewer)).toEqual([])
    await give({ id: '2', ...BO, amountCents: 300 })
    await expect.poll(() => shown(viewer)).toEqual([[1, 'Bo', 300]])
    expect(kinds(viewer)).toEqual(['snapshot', 'snapshot', 'change'])
  })

  test('it does so by itself at that instant', async () => {
    server.clock.now = NOON + 12 * HOUR - 50
    await give({ id: '1', ...ADA, amountCents: 500 })
    const viewer = await watch('donors-today')
    await expect.poll(() => shown(viewer)).toEqual([[1, 'Ada', 500]])
    server.clock.now += 50
    await expect.poll(() => shown(viewer)).toEqual([])
  })

  test('a request gets the new day, also before anybody has told', async () => {
    await give({ id: '1', ...ADA, amountCents: 500 })
    const read = async () => (await fetch(`${server.origin}/api/boards/donors-today`)).json()
    expect(await read()).toMatchObject({ total: { count: 1 } })
    server.clock.now = NOON + 12 * HOUR - 1
    expect(await read()).toMatchObject({ total: { count: 1 } })
    server.clock.now += 1
    expect(await read()).toMatchObject({ total: { count: 0 }, entries: [] })
  })

  test('a viewer who returns with the last version of yesterday gets today', async () => {
    await give({ id: '1', ...ADA, amountCents: 500 })
    const viewer = await watch('donors-today')
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot'])
    server.clock.now = NOON + 12 * HOUR
    const back = await watch('donors-today', { lastEventId: String(viewer.events[0]?.id) })
    await expect.poll(() => kinds(back)).toEqual(['snapshot'])
    expect(shown(back)).toEqual([])
  })

  test('a clock that is set back shows the day before again', async () => {
    server.clock.now = NOON + 12 * HOUR
    const viewer = await watch('donors-today')
    await expect.poll(() => kinds(viewer)).toEqual(['snapshot'])
    server.clock.now = NOON
    await give({ id: '1', ...ADA, amountCents: 500 })
    await expect.poll(() => shown(viewer)).toEqual([[1, 'Ada', 500]])
  })
})

describe('a board that the host takes away', () => {
  test('ends its streams, and answers no longer', async () => {
    const viewer = await watch('donors-today')
    choose('donations-all-time')
    await server.boards.catchUp()
    await viewer.ended
    expect((await fetch(url('donors-today'))).status).toBe(404)
    choose('donations-all-time', 'donors-today')
    expect((await watch('donors-today')).response.statusCode).toBe(200)
  })

  test('streams of all boards are counted together', async () => {
    await watch('donations-all-time')
    await watch('donors-today')
    await expect.poll(() => server.hubs.viewers).toBe(2)
    expect(server.hub.viewers).toBe(1)
  })
})
