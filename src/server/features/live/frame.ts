import type { LeaderboardChange, LeaderboardPage } from '#contract/leaderboard.ts'

/** An event as it goes to every viewer: serialised once, the same bytes for all. */
export interface Frame {
  /** The version that a viewer has afterwards. */
  version: number
  bytes: Buffer
}

/** A comment: keeps proxies from taking a quiet stream for a dead one. */
export const HEARTBEAT = Buffer.from(':\n\n')

/** Takes the place of whatever a viewer had. */
export function encodeSnapshot(page: LeaderboardPage): Frame {
  return { version: page.version, bytes: encodeEvent('snapshot', page.version, page) }
}

/** Leads on from any version between the one it tells the changes since, and its own. */
export function encodeChange(change: LeaderboardChange): Frame {
  return { version: change.version, bytes: encodeEvent('change', change.version, change) }
}

/** Asks the viewer to wait so long, in ms, before they come again after the stream has ended. */
export function encodeRetry(pauseMs: number): string {
  return `retry: ${Math.round(pauseMs)}\n\n`
}

// JSON on one line has no line ends, so the data needs no more than one field.
function encodeEvent(event: string, version: number, data: LeaderboardPage | LeaderboardChange) {
  return Buffer.from(`event: ${event}\nid: ${version}\ndata: ${JSON.stringify(data)}\n\n`)
}
