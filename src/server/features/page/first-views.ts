import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import {
  FIRST_BOARD_ID,
  FIRST_BOARD_ROWS,
  type FirstView,
  type FirstViewModule,
} from '#contract/first-view.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { liftStyles } from './lifted-styles.ts'
import { compressPiece, type GzipPiece } from './spliced-gzip.ts'

/** The part of the leaderboard that a first view needs. */
export interface BoardSource {
  readonly version: number
  /** Returns the first page, or undefined if it is not in memory. */
  top(limit: number): LeaderboardPage | undefined
}

export interface FirstViewsOptions {
  board: BoardSource
  /** Undefined if the page was built without it: then the browser renders the first view. */
  render: FirstViewModule['renderFirstView'] | undefined
  /** Called when rendering failed; the page then begins empty. */
  report: (error: unknown) => void
  /** Returns the time, Unix ms. */
  clock: () => number
}

/** The parts of a document that are the same for all requests with the same cookies. */
export interface FirstViewParts {
  rules: GzipPiece
  body: GzipPiece
}

type Reader = Omit<FirstView, 'board'>

interface CachedView extends FirstViewParts {
  version: number
  renderedAt: number
}

/**
 * The shortest time, ms, that a rendering is used on a changing board; the stream brings newer
 * changes.
 */
const MIN_CACHE_MS = 250

/** The longest time, ms, that a rendering is used; it shows ages of donations in minutes. */
const MAX_CACHE_MS = 30_000

/** The marks around the part that changes; the service worker keeps the page without it. */
const BEGIN = '<!--first-view-->'
const END = '<!--/first-view-->'

/** Renders first views, each only as often as necessary. */
export class FirstViews {
  readonly #options: FirstViewsOptions
  readonly #cache = new Map<string, CachedView>()

  constructor(options: FirstViewsOptions) {
    this.#options = options
  }

  partsFor(reader: Reader): FirstViewParts {
    const key = `${reader.accepted} ${reader.hasSession}`
    const cached = this.#cache.get(key)
    if (cached !== undefined && this.#isFresh(cached)) return cached
    const fresh = this.#render(reader)
    this.#cache.set(key, fresh)
    return fresh
  }

  #isFresh({ version, renderedAt }: CachedView): boolean {
    const age = this.#options.clock() - renderedAt
    // A clock that was set back must not keep an old board.
    if (age < 0) return false
    const isSame = version === this.#options.board.version
    return age < (isSame ? MAX_CACHE_MS : MIN_CACHE_MS)
  }

  #render(reader: Reader): CachedView {
    const { clock } = this.#options
    const { version } = this.#options.board
    const board = this.#options.board.top(FIRST_BOARD_ROWS)
    const { markup, rules } = this.#renderMarkup({ ...reader, board })
    return {
      version,
      renderedAt: clock(),
      rules: compressPiece(rules),
      body: compressPiece(
        `${BEGIN}<div id="root" data-session="${reader.hasSession}">${markup}</div>${embed(board)}${END}`,
      ),
    }
  }

  #renderMarkup(view: FirstView): { markup: string; rules: string } {
    try {
      return liftStyles(this.#options.render?.(view) ?? '')
    } catch (error) {
      this.#options.report(error)
      return { markup: '', rules: '' }
    }
  }
}

/**
 * Returns the board as a JSON script element; escaped so that no name can end the element or begin
 * a comment.
 */
function embed(board: LeaderboardPage | undefined): string {
  if (board === undefined) return ''
  const json = JSON.stringify(board).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${FIRST_BOARD_ID}">${json}</script>`
}

/** Loads the renderer that the build made; undefined if there is none, as in development. */
export async function loadRenderer(
  file: string,
): Promise<FirstViewModule['renderFirstView'] | undefined> {
  if (!existsSync(file)) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build's own module
  const module = (await import(pathToFileURL(file).href)) as FirstViewModule
  return module.renderFirstView
}
