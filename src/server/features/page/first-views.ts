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

/** As much of the leaderboard as a first view needs. */
export interface BoardSource {
  readonly version: number
  /** Undefined while it has none to give. */
  top(limit: number): LeaderboardPage | undefined
}

export interface FirstViewsOptions {
  board: BoardSource
  /** Undefined where the page was built without it: then scripts draw the first view. */
  render: FirstViewModule['renderFirstView'] | undefined
  /** Told when rendering failed; the page then begins empty. */
  report: (error: unknown) => void
  /** Unix ms. */
  clock: () => number
}

/** The parts of a document that are the same for everybody with the same cookies. */
export interface FirstViewParts {
  rules: GzipPiece
  body: GzipPiece
}

type Reader = Omit<FirstView, 'board'>

interface Kept extends FirstViewParts {
  version: number
  renderedAt: number
}

/** However fast the board changes, the document follows at this pace, and the stream brings the rest. */
const SHORTEST_LIFE_MS = 250

/** Times on an unchanged board are in minutes. */
const LONGEST_LIFE_MS = 30_000

/** Around what depends on the moment; the service worker keeps the page without it. */
const BEGIN = '<!--first-view-->'
const END = '<!--/first-view-->'

/** Renders first views, and each only as often as it must. */
export class FirstViews {
  readonly #options: FirstViewsOptions
  readonly #kept = new Map<string, Kept>()

  constructor(options: FirstViewsOptions) {
    this.#options = options
  }

  partsFor(reader: Reader): FirstViewParts {
    const key = `${reader.accepted} ${reader.hasSession}`
    const kept = this.#kept.get(key)
    if (kept !== undefined && this.#isFresh(kept)) return kept
    const fresh = this.#render(reader)
    this.#kept.set(key, fresh)
    return fresh
  }

  #isFresh({ version, renderedAt }: Kept): boolean {
    const age = this.#options.clock() - renderedAt
    // A clock that was set back must not keep an old board.
    if (age < 0) return false
    const isSame = version === this.#options.board.version
    return age < (isSame ? LONGEST_LIFE_MS : SHORTEST_LIFE_MS)
  }

  #render(reader: Reader): Kept {
    const { clock } = this.#options
    const { version } = this.#options.board
    const board = this.#options.board.top(FIRST_BOARD_ROWS)
    const { markup, rules } = this.#draw({ ...reader, board })
    return {
      version,
      renderedAt: clock(),
      rules: compressPiece(rules),
      body: compressPiece(
        `${BEGIN}<div id="root" data-session="${reader.hasSession}">${markup}</div>${embed(board)}${END}`,
      ),
    }
  }

  #draw(view: FirstView): { markup: string; rules: string } {
    try {
      return liftStyles(this.#options.render?.(view) ?? '')
    } catch (error) {
      this.#options.report(error)
      return { markup: '', rules: '' }
    }
  }
}

/** Data within a document: no name in it can end the element or begin a comment. */
function embed(board: LeaderboardPage | undefined): string {
  if (board === undefined) return ''
  const json = JSON.stringify(board).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${FIRST_BOARD_ID}">${json}</script>`
}

/** Loads what the build put there; undefined where it did not, as while developing. */
export async function loadRenderer(
  file: string,
): Promise<FirstViewModule['renderFirstView'] | undefined> {
  if (!existsSync(file)) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build's own module
  const module = (await import(pathToFileURL(file).href)) as FirstViewModule
  return module.renderFirstView
}
