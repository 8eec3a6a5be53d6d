import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Campaign } from '#contract/campaign.ts'
import {
  FIRST_BOARD_ID,
  FIRST_BOARD_ROWS,
  FIRST_CAMPAIGN_ID,
  FIRST_SUMS_ID,
  SHARED_DONATION_ID,
  type FirstBoard,
  type FirstView,
  type FirstViewModule,
  type SharedDonation,
} from '#contract/first-view.ts'
import type { LiveSums } from '#contract/live-sums.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { SingleFlight } from '#server/infra/single-flight.ts'
import type { DocumentPieces, DocumentTemplate, RenderedView } from './document-template.ts'
import { liftStyles } from './lifted-styles.ts'

/** The part of the leaderboard that a first view needs. */
export interface BoardSource {
  readonly version: number
  /** Returns the first page, or undefined if it is not in memory. */
  top(limit: number): LeaderboardPage | undefined
}

/** The part of the campaign feature that a first view needs. */
export interface CampaignSource {
  readonly current: Campaign
}

/** The sums of choices and matches that a first view needs. */
export interface SumsSource {
  readonly current: LiveSums | undefined
}

export interface FirstViewsOptions {
  board: BoardSource
  campaign: CampaignSource
  sums: SumsSource
  template: DocumentTemplate
  /** Returns the title and tags of a link to the page, or to a donation on it. */
  writeShareTags: (donationId: string | undefined) => Promise<string>
  /** Undefined if the page was built without it: then the browser renders the first view. */
  render: FirstViewModule['renderFirstView'] | undefined
  /** Called when rendering failed; the page then begins empty. */
  report: (error: unknown) => void
  /** Returns the time, Unix ms. */
  clock: () => number
}

type Reader = Omit<FirstView, 'board' | 'campaign' | 'sums'>

/** The state of the product of which a view was made. */
interface ViewState {
  version: number
  campaign: Campaign
  sums: LiveSums | undefined
  renderedAt: number
}

interface CachedView extends ViewState {
  pieces: DocumentPieces
}

/**
 * The shortest time, ms, that a rendering is used on a changing board; the stream brings newer
 * changes.
 */
const MIN_CACHE_MS = 250

/** The longest time, ms, that a rendering is used; it shows ages of donations in minutes. */
const MAX_CACHE_MS = 30_000

/** The most views of shared links that are kept, about 60 kB each. */
const MAX_CACHED = 100

/** The marks around the part that changes; the service worker keeps the page without it. */
const BEGIN = '<!--first-view-->'
const END = '<!--/first-view-->'

/** Renders first views, each only as often as necessary. */
export class FirstViews {
  readonly #options: FirstViewsOptions
  readonly #cache = new Map<string, CachedView>()
  /** The views of shared links, which never displace the others; the oldest first. */
  readonly #sharedCache = new Map<string, CachedView>()
  readonly #flights = new SingleFlight()

  constructor(options: FirstViewsOptions) {
    this.#options = options
  }

  /** Returns the document for requests with the same cookies. */
  async documentFor(reader: Reader): Promise<DocumentPieces> {
    const { accepted, hasSession, shared } = reader
    const key = `${accepted} ${hasSession} ${shared?.id ?? ''}`
    const cache = shared === undefined ? this.#cache : this.#sharedCache
    const cached = cache.get(key)
    if (cached !== undefined && this.#isFresh(cached)) return cached.pieces
    // Those who ask meanwhile share the rendering, but not one of an earlier campaign.
    return this.#flights.run(`${this.#options.campaign.current.version} ${key}`, async () => {
      const fresh = await this.#make(reader)
      cache.delete(key)
      cache.set(key, fresh)
      const [oldest] = cache.keys()
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
      return fresh.pieces
    })
  }

  async #make(reader: Reader): Promise<CachedView> {
    // Read before anything is made of it: what changes meanwhile is noticed at the next request.
    const state = this.#readState()
    const shareTags = await this.#options.writeShareTags(reader.shared?.id)
    const view = this.#render(reader, state)
    return { ...state, pieces: this.#options.template.write({ shareTags, ...view }) }
  }

  #readState(): ViewState {
    const { board, campaign, sums, clock } = this.#options
    const { version } = board
    return { version, campaign: campaign.current, sums: sums.current, renderedAt: clock() }
  }

  #isFresh({ version, campaign, sums, renderedAt }: CachedView): boolean {
    if (campaign !== this.#options.campaign.current) return false
    const age = this.#options.clock() - renderedAt
    // A clock that was set back must not keep an old board.
    if (age < 0) return false
    const isSame = version === this.#options.board.version && sums === this.#options.sums.current
    return age < (isSame ? MAX_CACHE_MS : MIN_CACHE_MS)
  }

  #render(reader: Reader, { campaign, sums, renderedAt }: ViewState): RenderedView {
    const top = this.#options.board.top(FIRST_BOARD_ROWS)
    const board = top && { ...top, asOf: renderedAt }
    const { markup, rules } = this.#renderMarkup({ ...reader, campaign, sums, board })
    const { accepted, hasSession } = reader
    const mark = markup === '' ? '' : ` data-accepted="${accepted}"`
    const state = `data-session="${hasSession}" data-now="${renderedAt}"${mark}`
    const data =
      embed(FIRST_CAMPAIGN_ID, campaign) +
      embed(FIRST_SUMS_ID, sums) +
      embed(FIRST_BOARD_ID, board) +
      embed(SHARED_DONATION_ID, reader.shared)
    return {
      palette: campaign.palette,
      isRendered: markup !== '',
      rules,
      body: `${BEGIN}<div id="root" ${state}>${markup}</div>${data}${END}`,
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
 * Returns data as a JSON script element; escaped so that no text can end the element or begin a
 * comment.
 */
function embed(
  id: string,
  data: FirstBoard | Campaign | LiveSums | SharedDonation | undefined,
): string {
  if (data === undefined) return ''
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${id}">${json}</script>`
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
