import type { Logger } from 'pino'
import { DEFAULT_BOARD_ID } from '#contract/boards.ts'
import type { ConnectionLimiter } from '#server/http/wire/connection-limiter.ts'
import type { LiveCampaign } from '#server/features/campaign/campaign.ts'
import type { Boards, RankedBoard } from '#server/features/leaderboard/leaderboard.ts'
import { createHub, type Hub } from './hub.ts'

export interface BoardHubsDeps {
  /** The hub of the default board. */
  hub: Hub
  boards: Pick<Boards, 'open' | 'onRemoved'>
  campaign?: Pick<LiveCampaign, 'current' | 'onChange'>
  logger: Pick<Logger, 'info'>
  /** Counts the viewers of all boards together. */
  limiter: ConnectionLimiter
}

/** The live views of all boards. A hub is created for the first viewer of its board. */
export class BoardHubs {
  readonly #deps: BoardHubsDeps
  readonly #hubs = new Map<RankedBoard, Hub>()

  constructor(deps: BoardHubsDeps) {
    this.#deps = deps
    deps.boards.onRemoved((board) => {
      const hub = this.#hubs.get(board)
      this.#hubs.delete(board)
      void hub?.close()
    })
  }

  /** The viewers of all boards. */
  get viewers(): number {
    return [this.#deps.hub, ...this.#hubs.values()].reduce((sum, hub) => sum + hub.viewers, 0)
  }

  /** Returns the hub of a board that the host has chosen; throws `not-found` for others. */
  async open(id: string): Promise<Hub> {
    const { hub, boards, campaign, logger, limiter } = this.#deps
    const leaderboard = await boards.open(id)
    // A hub that has ended refuses viewers by itself.
    if (id === DEFAULT_BOARD_ID || !hub.isOpen) return hub
    const known = this.#hubs.get(leaderboard)
    if (known !== undefined) return known
    const created = createHub({ leaderboard, logger, limiter, ...(campaign && { campaign }) })
    this.#hubs.set(leaderboard, created)
    return created
  }

  /** Ends all streams; the viewers reconnect spread over some seconds. */
  async close(): Promise<void> {
    const { hub } = this.#deps
    await Promise.all([hub, ...this.#hubs.values()].map((one) => one.close()))
  }
}
