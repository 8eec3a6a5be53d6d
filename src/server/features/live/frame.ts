import type { Campaign, CampaignEvent } from '#contract/campaign.ts'
import type { LiveSums } from '#contract/live-sums.ts'
import type { LeaderboardChange, LeaderboardPage } from '#contract/leaderboard.ts'

/** An event of the stream, serialised once for all viewers. */
export interface Frame {
  /** The version that a viewer has after it. */
  version: number
  bytes: Buffer
}

/** A comment that keeps proxies from closing a quiet stream. */
export const HEARTBEAT = Buffer.from(':\n\n')

/** Encodes a snapshot, which replaces all that a viewer had. */
export function encodeSnapshot(page: LeaderboardPage): Frame {
  return { version: page.version, bytes: encodeEvent('snapshot', page.version, page) }
}

/** Encodes a change, which applies to any version from its announcement's `since` to its own. */
export function encodeChange(change: LeaderboardChange): Frame {
  return { version: change.version, bytes: encodeEvent('change', change.version, change) }
}

/**
 * Encodes the campaign. The event has no id, so that a viewer who comes back still names the last
 * version of the board.
 */
export function encodeCampaign(campaign: Campaign): Buffer {
  const data: CampaignEvent = { campaign }
  return Buffer.from(`event: campaign\ndata: ${JSON.stringify(data)}\n\n`)
}

/** Encodes the sums of choices and matches; the event has no id, as that of the campaign. */
export function encodeSums(sums: LiveSums): Buffer {
  return Buffer.from(`event: sums\ndata: ${JSON.stringify(sums)}\n\n`)
}

/** Encodes the pause, ms, after which the viewer should reconnect when the stream ends. */
export function encodeRetry(pauseMs: number): string {
  return `retry: ${Math.round(pauseMs)}\n\n`
}

// JSON on one line has no line ends, so that one data field holds it.
function encodeEvent(event: string, version: number, data: LeaderboardPage | LeaderboardChange) {
  return Buffer.from(`event: ${event}\nid: ${version}\ndata: ${JSON.stringify(data)}\n\n`)
}
