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
  /** Makes a PNG of a scene. */
  paint: (scene: Scene) => Promise<Buffer>
  clock: () => number
  /** Told why a card that nobody waits for could not be drawn. */
  report: (error: unknown) => void
}

const TOP_REST_MS = 10_000
const RANK_REST_MS = 1_000

/** About 200 KB each. */
const MAX_RANK_CARDS = 50

interface Kept {
  key: string
  picture: Picture
}

/** The card of the board: however many ask for it, it is drawn at most every ten seconds. */
export class TopPicture {
  readonly #throttle: Throttle
  readonly #paint: PicturesDeps['paint']
  readonly #report: PicturesDeps['report']
  #kept: Kept | undefined
  #drawing: Promise<Picture> | undefined

  constructor({ paint, clock, report }: PicturesDeps) {
    this.#throttle = new Throttle({ restMs: TOP_REST_MS, clock })
    this.#paint = paint
    this.#report = report
  }

  /**
   * The latest card, which may show the board as it was a moment ago; undefined while there is
   * none. Rejects where the first one cannot be drawn.
   */
  async find(podium: Podium): Promise<Picture | undefined> {
    const key = JSON.stringify(podium)
    if (this.#kept?.key !== key) void this.#follow(key, composeTopCard(podium))
    return this.#kept?.picture ?? this.#drawing
  }

  async #follow(key: string, scene: Scene): Promise<void> {
    const drawing = this.#throttle.begin(async () => toPicture(await this.#paint(scene)))
    if (drawing === undefined) return
    this.#drawing = drawing
    try {
      this.#kept = { key, picture: await drawing }
    } catch (error) {
      this.#report(error)
    } finally {
      this.#drawing = undefined
    }
  }
}

/** The cards of single donations: over all of them, at most one a second is drawn. */
export class RankPictures {
  readonly #throttle: Throttle
  readonly #paint: PicturesDeps['paint']
  /** The least recently used first. */
  readonly #kept = new Map<string, Kept>()

  constructor({ paint, clock }: Pick<PicturesDeps, 'paint' | 'clock'>) {
    this.#throttle = new Throttle({ restMs: RANK_REST_MS, clock })
    this.#paint = paint
  }

  /** A donation's card, perhaps as it was a moment ago; undefined while it is not its turn. */
  async find(id: string, rank: SharedRank): Promise<Picture | undefined> {
    // How many others there are changes all the time, and alone is no reason for another picture.
    const { name, amountCents, position } = rank
    const key = JSON.stringify([name, amountCents, position])
    const kept = this.#kept.get(id)
    if (kept?.key === key) return this.#keep(id, kept)
    const picture = await this.#throttle.begin(async () =>
      toPicture(await this.#paint(composeRankCard(rank))),
    )
    return picture === undefined ? kept?.picture : this.#keep(id, { key, picture })
  }

  #keep(id: string, kept: Kept): Picture {
    this.#kept.delete(id)
    this.#kept.set(id, kept)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_RANK_CARDS && oldest !== undefined) this.#kept.delete(oldest)
    return kept.picture
  }
}

function toPicture(png: Buffer): Picture {
  return { png, etag: `"${createHash('sha256').update(png).digest('base64url').slice(0, 22)}"` }
}
