import type { RunningSettings } from '#contract/host/diagnosis.ts'
import { ok, trouble, unknown, type Finding } from './finding.ts'

const NAME = 'Settings'

/**
 * Tells whether the settings that this command reads are those with which the running server was
 * started: what the server says of its keys is of the latter.
 */
export function checkSettings(running: RunningSettings | undefined): Finding {
  if (running === undefined) {
    const sentence = 'The server is of an earlier version, which does not tell with which it runs.'
    return unknown(NAME, sentence)
  }
  const { changed } = running
  if (changed.length === 0) return ok(NAME, 'The server runs with those that are set now.')
  return trouble(
    NAME,
    `The server was started with other values of ${changed.join(', ')}, which it keeps, and its lines below are about those. Restart it, then run this again.`,
  )
}
