import { setTimeout as pause } from 'node:timers/promises'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { applyEvent, openViewer, type LiveViewer } from '../../helpers/live/live-viewer.ts'

/** A viewer of one node who reconnects by themselves, as the page does. */
export interface NodeViewer {
  board(): LeaderboardEntry[]
  leave(): void
}

const RETRY_MS = 200

/** Opens a viewer at a node's stream; `url` is the stream's. */
export function watchNode(url: string): NodeViewer {
  let current: LiveViewer | undefined
  let kept: LeaderboardEntry[] = []
  let lastEventId: string | undefined
  let hasLeft = false

  const boardOf = (viewer: LiveViewer) => viewer.events.reduce(applyEvent, kept)

  async function watch(): Promise<void> {
    while (!hasLeft) {
      try {
        current = await openViewer(url, lastEventId === undefined ? {} : { lastEventId })
        await current.ended
        kept = boardOf(current)
        lastEventId = String(current.events.at(-1)?.id ?? lastEventId ?? '') || undefined
        current = undefined
      } catch {
        // The node is away.
      }
      await pause(RETRY_MS)
    }
  }

  void watch()
  return {
    board: () => (current === undefined ? kept : boardOf(current)),
    leave: () => {
      hasLeft = true
      current?.leave()
    },
  }
}
