/** The results of requests that were sent at a steady pace. */
export interface SteadyResult {
  count: number
  longestMs: number
  /** The statuses and errors of those that failed. */
  failures: unknown[]
  /** The time from the first failure to the last, ms. */
  failedForMs: number
}

/** Sends a request every 20 ms, each over a new connection, until it is told to stop. */
export function askSteadily(url: string): { stop: () => Promise<SteadyResult> } {
  const waits: number[] = []
  const failures: { at: number; reason: unknown }[] = []
  const asked: Promise<void>[] = []
  const ask = async () => {
    const at = performance.now()
    try {
      const answer = await fetch(url, { headers: { connection: 'close' } })
      await answer.text()
      if (!answer.ok) failures.push({ at, reason: answer.status })
    } catch (reason) {
      failures.push({ at, reason })
    }
    waits.push(performance.now() - at)
  }
  const timer = setInterval(() => asked.push(ask()), PACE_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(asked)
      const times = failures.map(({ at }) => at)
      return {
        count: waits.length,
        longestMs: Math.max(...waits),
        failures: failures.map(({ reason }) => reason),
        failedForMs: times.length === 0 ? 0 : Math.max(...times) - Math.min(...times),
      }
    },
  }
}

const PACE_MS = 20
