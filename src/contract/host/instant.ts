import { z } from 'zod'

/** Creates the schema of an instant from a host; `which` begins the sentence about a wrong one. */
export function instant(which: string) {
  return z.iso.datetime({
    offset: true,
    error: `${which} must be an instant such as 2026-12-01T20:00:00Z.`,
  })
}
