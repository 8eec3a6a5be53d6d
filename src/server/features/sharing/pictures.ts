import { createHash } from 'node:crypto'
import { composeRankCard } from './cards/rank-card.ts'
import type { Scene } from './cards/scene.ts'
import { composeTopCard, type Podium } from './cards/top-card.ts'
import { Throttle } from './throttle.ts'
import type { SharedRank } from './shared-ranks.ts'

export interface Picture {
  png: Buffer
  etag: string
}

export interface PicturesDeps {
  /** Renders a scene as PNG. */
  paint: (scene: Scene) => Promise<Buffer>
  clock: () => number
  /** Receives the error of a card that could not be drawn and that no request waits for. */
  report: (error: unknown) => void
}

const TOP_INTERVAL_MS = 10_000
const RANK_INTERVAL_MS = 1_000

/** The most rank cards in the cache, about 200 KB each. */
const MAX_RANK_CARDS = 50

interface Cached {
  key: string
  picture: Picture
}

/** The card of the board; it is drawn at most every ten seconds, however many ask for it. */
export class TopPicture {
  readonly #throttle: Throttle
  readonly #paint: PicturesDeps['paint']
  readonly #report: PicturesDeps['report']
  #cached: Cached | undefined
  #drawing: Promise<Picture> | undefined

  constructor({ paint, clock, report }: PicturesDeps) {
    this.#throttle = new Throttle({ intervalMs: TOP_INTERVAL_MS, clock })
    this.#paint = paint
    this.#report = report
  }

  /**
   * Returns the latest card, which may show an older board; undefined while there is none. Rejects
   * if the first one cannot be drawn.
   */
  async find(podium: Podium): Promise<Picture | undefined> {
    const key = JSON.stringify(podium)
    if (this.#cached?.key !== key) void this.#follow(key, composeTopCard(podium))
    return this.#cached?.picture ?? this.#drawing
  }

  async #follow(key: string, scene: Scene): Promise<void> {
    const drawing = this.#throttle.begin(async () => toPicture(await this.#paint(scene)))
    if (drawing === undefined) return
    this.#drawing = drawing
    try {
      this.#cached = { key, picture: await drawing }
    } catch (error) {
      this.#report(error)
    } finally {
      this.#drawing = undefined
    }
  }
}

/** The cards of single donations; at most one a second is drawn over all of them. */
export class RankPictures {
  readonly #throttle: Throttle
  readonly #paint: PicturesDeps['paint']
  /** The cache, the least recently used first. */
  readonly #cached = new Map<string, Cached>()

  constructor({ paint, clock }: Pick<PicturesDeps, 'paint' | 'clock'>) {
    this.#throttle = new Throttle({ intervalMs: RANK_INTERVAL_MS, clock })
    this.#paint = paint
  }

  /** Returns a donation's card, which may show an older rank; undefined while drawing must wait. */
  async find(id: string, rank: SharedRank, tagline?: string): Promise<Picture | undefined> {
    // The count of donations changes all the time, and alone is no reason to draw again.
    const { name, amountCents, position } = rank
    const key = JSON.stringify([name, amountCents, position, tagline])
    const cached = this.#cached.get(id)
    if (cached?.key === key) return this.#remember(id, cached)
    const picture = await this.#throttle.begin(async () =>
      toPicture(await this.#paint(composeRankCard(rank, tagline))),
    )
    return picture === undefined ? cached?.picture : this.#remember(id, { key, picture })
  }

  #remember(id: string, cached: Cached): Picture {
    this.#cached.delete(id)
    this.#cached.set(id, cached)
    const [oldest] = this.#cached.keys()
    if (this.#cached.size > MAX_RANK_CARDS && oldest !== undefined) this.#cached.delete(oldest)
    return cached.picture
  }
}

function toPicture(png: Buffer): Picture {
  return { png, etag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"` }
}
