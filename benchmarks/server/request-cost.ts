import { Agent, get } from 'node:http'
import { processorMicroseconds } from '../comparison/fan-out/process-time.ts'
import { quantile } from '../figure.ts'
import { withInFlight } from '../fixtures/settle-load.ts'

const REQUESTS = 1_000
const IN_FLIGHT = 32
const ROUNDS = 5

/** A server process, and one of its addresses, or what returns one for each request. */
export interface Source {
  pid: number
  url: string | (() => string)
}

/**
 * Returns the median processor time of a request to each source, µs, with all threads of its
 * process; each round asks all of them, after a first one.
 */
export async function measureInTurns(sources: readonly Source[]): Promise<number[]> {
  const costs: number[][] = sources.map(() => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, source] of sources.entries()) {
      const cost = await costOf(source)
      if (round > 0) costs[index]?.push(cost)
    }
  }
  return costs.map((ofSource) => quantile(ofSource, 0.5))
}

async function costOf({ pid, url }: Source): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT })
  const before = processorMicroseconds(pid)
  const findUrl = typeof url === 'string' ? () => url : url
  await withInFlight(IN_FLIGHT, Array.from({ length: REQUESTS }), () => read(findUrl(), agent))
  const after = processorMicroseconds(pid)
  agent.destroy()
  return (after - before) / REQUESTS
}

function read(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${url} answered ${response.statusCode}.`))
      })
    }).once('error', reject)
  })
}
