import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PublicDonation } from '#contract/donations.ts'
import type { LeaderboardEntry, LeaderboardPage } from '#contract/leaderboard.ts'
import { buildChange, timestampOf } from './board-builders.ts'
import { LeaderboardStore } from './leaderboard-store.ts'

const PAGE_SIZE = 4

/** The whole board, sorted anew for every request. */
class NaiveServer {
  version = 0
  #donations: PublicDonation[] = []
  #donated = 0
  #touched = new Map<string, number>()

  donate(amountCents: number): void {
    const sequence = ++this.#donated
    const id = `d${sequence}`
    this.#donations.push({ id, name: id, amountCents, timestamp: timestampOf(sequence) })
    this.#touch(id)
  }

  revise(choice: number, amountCents: number): void {
    const donation = this.#choose(choice)
    if (donation === undefined) return
    this.#forget(donation.id)
    this.#donations.push({ ...donation, amountCents })
    this.#touch(donation.id)
  }

  remove(choice: number): void {
    const donation = this.#choose(choice)
    if (donation === undefined) return
    this.#forget(donation.id)
    this.#touch(donation.id)
  }

  get rows(): PublicDonation[] {
    return this.#donations.toSorted(
      (a, b) => b.amountCents - a.amountCents || a.timestamp.localeCompare(b.timestamp),
    )
  }

  page(after?: string): LeaderboardPage {
    const [amountCents = Infinity, timestamp = ''] = after === undefined ? [] : parseCursor(after)
    const below = this.rows.filter(
      (row) =>
        row.amountCents < amountCents ||
        (row.amountCents === amountCents && row.timestamp > timestamp),
    )
    const entries = below.slice(0, PAGE_SIZE).map(toLeaderboardEntry)
    const last = entries.at(-1)
    const more = last !== undefined && below.length > entries.length
    const next = more ? JSON.stringify([last.amountCents, last.timestamp]) : null
    return { version: this.version, total: this.#total(), entries, next }
  }

  changeSince(version: number) {
    const changed = [...this.#touched].filter(([, at]) => at > version).map(([id]) => id)
    const upserts = this.#donations.filter(({ id }) => changed.includes(id)).map(toLeaderboardEntry)
    const removals = changed.filter((id) => !this.#donations.some((row) => row.id === id))
    return buildChange({ version: this.version, upserts, removals, total: this.#total() })
  }

  #choose(choice: number): PublicDonation | undefined {
    return this.#donations[choice % Math.max(1, this.#donations.length)]
  }

  #forget(id: string): void {
    this.#donations = this.#donations.filter((row) => row.id !== id)
  }

  #touch(id: string): void {
    this.#touched.set(id, ++this.version)
  }

  #total() {
    const amountCents = this.#donations.reduce((sum, row) => sum + row.amountCents, 0)
    return { count: this.#donations.length, amountCents }
  }
}

function toLeaderboardEntry({
  id,
  name,
  amountCents,
  timestamp,
}: PublicDonation): LeaderboardEntry {
  return { position: 0, id, name, amountCents, timestamp }
}

function parseCursor(cursor: string): [number, string] {
  const parsed: unknown = JSON.parse(cursor)
  if (!Array.isArray(parsed)) throw new Error(`Not a cursor: ${cursor}`)
  return [Number(parsed[0]), String(parsed[1])]
}

/** A viewer of that server, whose requests get their response when the test says so. */
class Viewer {
  readonly store: LeaderboardStore
  #seen = 0
  #deliverPage: ((page: LeaderboardPage) => void) | undefined
  #requestedCursor = ''
  #loading: Promise<void> | undefined
  readonly #server: NaiveServer

  constructor(server: NaiveServer) {
    this.#server = server
    this.store = new LeaderboardStore({
      fetchPage: (after) => {
        this.#requestedCursor = after
        return new Promise((resolve) => (this.#deliverPage = resolve))
      },
    })
    this.store.setStatus('live')
    this.reconnect()
  }

  /** Receives the stream's next frame: all that changed since the last one, as one change. */
  receive(): void {
    if (this.#server.version === this.#seen) return
    this.store.receiveChange(this.#server.changeSince(this.#seen))
    this.#seen = this.#server.version
  }

  reconnect(): void {
    this.store.receiveSnapshot(this.#server.page())
    this.#seen = this.#server.version
  }

  /** Reads the first page in place of the stream. */
  readAnew(): void {
    this.store.receiveRead(this.#server.page())
    this.#seen = this.#server.version
  }

  request(): void {
    if (this.#deliverPage === undefined) this.#loading = this.store.loadMore()
  }

  /** Reads the requested page now, to be delivered later. */
  read(): (() => Promise<void>) | undefined {
    const deliver = this.#deliverPage
    if (deliver === undefined) return undefined
    const page = this.#server.page(this.#requestedCursor)
    return async () => {
      if (this.#deliverPage !== deliver) return
      this.#deliverPage = undefined
      deliver(page)
      await this.#loading
    }
  }

  get rows() {
    return this.store.getView().board?.rows ?? []
  }

  get isComplete() {
    return this.store.getView().board?.more === 'none'
  }
}

/** One step that may happen, with the page that was read but not delivered. */
type Step = (scene: Scene) => void | Promise<void>

interface Scene {
  server: NaiveServer
  viewer: Viewer
  readPage: (() => Promise<void>) | undefined
}

const receive: Step = ({ viewer }) => viewer.receive()
const request: Step = ({ viewer }) => viewer.request()
const readAnew: Step = ({ viewer }) => viewer.readAnew()
const reconnect: Step = ({ viewer }) => viewer.reconnect()
const read: Step = (scene) => {
  scene.readPage = scene.viewer.read()
}
const deliver: Step = async ({ viewer, readPage }) => (readPage ?? viewer.read())?.()

const amount = fc.integer({ min: 1, max: 12 }).map((dollars) => dollars * 100)
const donate = amount.map(
  (amountCents): Step =>
    ({ server }) =>
      server.donate(amountCents),
)
const revise = fc.tuple(fc.nat(1000), amount).map(
  ([choice, amountCents]): Step =>
    ({ server }) =>
      server.revise(choice, amountCents),
)
const remove = fc.nat(1000).map(
  (choice): Step =>
    ({ server }) =>
      server.remove(choice),
)

const step = fc.oneof(
  { weight: 6, arbitrary: donate },
  { weight: 2, arbitrary: revise },
  { weight: 2, arbitrary: remove },
  { weight: 8, arbitrary: fc.constantFrom(receive, request, read, deliver, deliver) },
  { weight: 1, arbitrary: fc.constant(reconnect) },
  { weight: 3, arbitrary: fc.constant(readAnew) },
)

test('whatever happens in whatever order, the loaded rows are the top of the board', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 150, size: 'max' }), async (steps) => {
      const server = new NaiveServer()
      for (let dollars = 1; dollars <= 12; dollars++) server.donate(dollars * 100)
      const viewer = new Viewer(server)
      const scene: Scene = { server, viewer, readPage: undefined }
      for (const take of steps) await take(scene)
      viewer.receive()
      await showNewest(viewer)
      expect(viewer.rows).toEqual(server.rows.slice(0, viewer.rows.length))
      while (!viewer.isComplete) await loadNextPage(viewer)
      expect(viewer.rows).toEqual(server.rows)
      viewer.store.close()
    }),
    { numRuns: 300 },
  )
})

async function loadNextPage(viewer: Viewer): Promise<void> {
  viewer.request()
  await viewer.read()?.()
  await showNewest(viewer)
}

/** Pauses and resumes, which shows the newest state at once. */
async function showNewest(viewer: Viewer): Promise<void> {
  viewer.store.setPaused(true)
  viewer.store.setPaused(false)
  await Promise.resolve()
}
