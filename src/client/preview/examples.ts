import { boardPath, BOARD_IDS, listBoards, ranksTeams } from '#contract/boards.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { Crown, Crowns } from '#contract/crowns.ts'
import type { TeamList } from '#contract/donor-teams/teams.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import type { EventConnection } from '#client/lib/live-stream.ts'

const DONORS = ['Mira', 'Theo', 'Zoë', 'Kofi', 'Priya', 'Ada', 'Caspian', 'Nova']
const TEAMS = ['The Lynxes', 'Orion', 'Night Shift', 'Badgers']

/** The sums of the examples, cents, the highest first. */
const SUMS = [12_000, 9_750, 6_125, 4_000, 3_550, 2_000, 1_250, 500]

/** How many donors the first team of the examples has; each other one has two fewer. */
const MOST_DONORS = 11

const HOUR_MS = 3_600_000

/**
 * Answers for the boards and crowns of a draft of which the server knows nothing before they are
 * published. Boards of teams always show examples: their path also founds teams, so that a preview
 * may not ask for it.
 */
class Examples {
  #published: Pick<Campaign, 'boards' | 'crowns' | 'round'> = { boards: [], crowns: false }
  readonly #streams = new Map<ExampleStream, string>()

  /** Learns what is published; the page asks the server for boards that are so now. */
  learn(published: Campaign): void {
    this.#published = published
    for (const [stream, path] of this.#streams) {
      if (this.#isUnknown(path)) continue
      this.#streams.delete(stream)
      stream.dispatchEvent(new Event('error'))
    }
  }

  /** Returns the answer to a request; undefined where the server has one. `read` reads its board. */
  async answer(path: string, read: () => Promise<LeaderboardPage>): Promise<unknown> {
    if (path === ROUTES.teams) return buildTeams()
    if (path === ROUTES.crowns && !this.#published.crowns) return buildCrowns(await read())
    return this.#isUnknown(path) ? buildBoard(path) : undefined
  }

  /** Returns a stream that tells of an example; undefined for a board that the server has. */
  open(path: string): EventConnection | undefined {
    const board = path.replace(/\/live$/, '')
    if (!this.#isUnknown(board)) return undefined
    const stream = new ExampleStream(buildBoard(board))
    this.#streams.set(stream, board)
    return stream
  }

  #isUnknown(path: string): boolean {
    const known = new Set<string>(listBoards(this.#published))
    return BOARD_IDS.some(
      (id) => path === `${ROUTES.boards}/${id}` && (ranksTeams(id) || !known.has(id)),
    )
  }
}

export const examples = new Examples()

/** A stream of one snapshot, which stays open. */
class ExampleStream extends EventTarget implements EventConnection {
  #isClosed = false

  constructor(page: LeaderboardPage) {
    super()
    queueMicrotask(() => {
      if (this.#isClosed) return
      this.dispatchEvent(new Event('open'))
      this.dispatchEvent(new MessageEvent('snapshot', { data: JSON.stringify(page) }))
    })
  }

  close(): void {
    this.#isClosed = true
  }
}

/** Builds the rows of the board at a path; version 0, which the server's own is never behind. */
function buildBoard(path: string): LeaderboardPage {
  const id = BOARD_IDS.find((one) => boardPath(one) === path)
  const isAverage = id?.startsWith('team-averages') === true
  const names = id !== undefined && ranksTeams(id) ? TEAMS : DONORS
  const entries = names.map((name, index) => ({
    position: index + 1,
    id: idOf(index),
    name,
    amountCents: Math.floor((SUMS[index] ?? 0) / (isAverage ? donorsOf(index) : 1)),
    timestamp: new Date(Date.now() - (index + 1) * HOUR_MS).toISOString(),
  }))
  const amountCents = SUMS.slice(0, names.length).reduce((sum, cents) => sum + cents, 0)
  return { version: 0, total: { count: names.length, amountCents }, entries, next: null }
}

function buildTeams(): TeamList {
  const teams = TEAMS.map((name, index) => ({
    id: idOf(index),
    name,
    open: true,
    position: index + 1,
    amountCents: SUMS[index] ?? 0,
    donors: donorsOf(index),
    stars: '9765555443333'.slice(0, donorsOf(index)),
  }))
  return { version: 0, teams }
}

/** Builds crowns for the first rows of the real board, and of the examples. */
function buildCrowns({ entries }: LeaderboardPage): Crowns {
  const build = (kind: Crown['kind'], index: number, value: number): Crown => {
    const row = entries[index]
    const from = row?.timestamp ?? new Date(Date.now() - HOUR_MS).toISOString()
    const name = row?.name ?? DONORS[index] ?? ''
    return {
      kind,
      name,
      rows: [...(row ? [row.id] : []), idOf(index)],
      since: from,
      value,
      isGrowing: kind === 'reigning',
      history: [{ name, from, to: null, value }],
      changes: 1,
    }
  }
  const first = entries[0]?.amountCents ?? SUMS[0] ?? 0
  const crowns = [
    build('reigning', 0, HOUR_MS),
    build('biggest', 0, first),
    build('leap', 1, 3),
    build('first', 2, entries[2]?.amountCents ?? SUMS[2] ?? 0),
  ]
  return { now: new Date().toISOString(), crowns, round: null }
}

function idOf(index: number): string {
  return `example-${index}`
}

function donorsOf(index: number): number {
  return MOST_DONORS - 2 * index
}
