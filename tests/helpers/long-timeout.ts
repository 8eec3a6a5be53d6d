/** How long something may take before it is taken for stuck: nothing depends on a fast machine. */
export const LONG_TIMEOUT = { timeout: 60_000 }
