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
const TEXTS_INTERVAL_MS = 1_000
const RANK_INTERVAL_MS = 1_000

/** The most rank cards in the cache, about 200 KB each. */
const MAX_RANK_CARDS = 50

interface Card {
  /** All that the card shows. */
  key: string
  /** The texts that it shows, which a host may have hidden or changed since it was drawn. */
  texts: string
}

interface Cached extends Card {
  picture: Picture
}

/**
 * The card of the board; it is drawn at most every ten seconds, and once a second if its names or
 * the campaign's words changed, however many ask for it.
 */
export class TopPicture {
  readonly #throttle: Throttle
  readonly #paint: PicturesDeps['paint']
  readonly #report: PicturesDeps['report']
  #cached: Cached | undefined
  #drawing: (Card & { picture: Promise<Picture> }) | undefined

  constructor({ paint, clock, report }: PicturesDeps) {
    this.#throttle = new Throttle({ clock })
    this.#paint = paint
    this.#report = report
  }

  /**
   * Returns the latest card, which may show older amounts, but never other texts than those asked
   * for; undefined while there is none. Rejects if a card with these texts cannot be drawn.
   */
  async find(podium: Podium): Promise<Picture | undefined> {
    const card = {
      key: JSON.stringify(podium),
      texts: JSON.stringify([podium.top.map(({ name }) => name), podium.ranks, podium.tagline]),
    }
    if (this.#cached?.key !== card.key) void this.#follow(card, composeTopCard(podium))
    if (this.#cached?.texts === card.texts) return this.#cached.picture
    return this.#drawing?.texts === card.texts ? this.#drawing.picture : undefined
  }

  async #follow(card: Card, scene: Scene): Promise<void> {
    const isOfSameTexts = this.#cached?.texts === card.texts
    const picture = this.#throttle.begin(
      isOfSameTexts ? TOP_INTERVAL_MS : TEXTS_INTERVAL_MS,
      async () => toPicture(await this.#paint(scene)),
    )
    if (picture === undefined) return
    this.#drawing = { ...card, picture }
    try {
      this.#cached = { ...card, picture: await picture }
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
    this.#throttle = new Throttle({ clock })
    this.#paint = paint
  }

  /**
   * Returns a donation's card, which may show an older rank, but never another name or other words
   * of the campaign; undefined while drawing must wait.
   */
  async find(id: string, rank: SharedRank, tagline?: string): Promise<Picture | undefined> {
    // The count of donations changes all the time, and alone is no reason to draw again.
    const { name, amountCents, position, ranks, crowns } = rank
    const texts = JSON.stringify([name, ranks, tagline])
    const key = JSON.stringify([texts, amountCents, position, crowns])
    const cached = this.#cached.get(id)
    if (cached?.key === key) return this.#remember(id, cached)
    const picture = await this.#throttle.begin(RANK_INTERVAL_MS, async () =>
      toPicture(await this.#paint(composeRankCard(rank, tagline))),
    )
    if (picture !== undefined) return this.#remember(id, { key, texts, picture })
    return cached?.texts === texts ? cached.picture : undefined
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
