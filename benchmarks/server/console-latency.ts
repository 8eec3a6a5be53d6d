import { setTimeout as pause } from 'node:timers/promises'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { startAppServer } from '#tests/helpers/server/app-server.ts'
import { signUp, type Donor } from '#tests/helpers/server/donor.ts'
import { signUpHost } from '#tests/helpers/server/host.ts'
import { quantile, type Figure } from '../figure.ts'
import { gatherCrowd, type Crowd } from '../fixtures/viewers.ts'

const HOSTS = 2
const CONSOLES_PER_HOST = 10
const DONATIONS = 25
const MAX_MS = 1_000

/**
 * Measures the time from the response that says 'paid' to the event in each of 20 hosts' consoles,
 * in the real server.
 */
export async function measureConsoleLatency(): Promise<Figure[]> {
  const server = await startAppServer({ LOG_LEVEL: 'warn' })
  try {
    const crowds: Crowd[] = []
    for (let count = 0; count < HOSTS; count += 1) {
      const stream = toStream(await signUpHost(server))
      crowds.push(await gatherCrowd(server.port, CONSOLES_PER_HOST, stream))
    }
    // Two donors, because one would need a proof of work after twenty payments.
    const donors = [await signUp(server.url), await signUp(server.url)] as const
    const latencies: number[] = []
    for (let count = 0; count < DONATIONS; count += 1) {
      // The last donation's changes were told before.
      await pause(1_500)
      const arrivals = crowds.map((crowd) => crowd.arrivalsOf('"donations":'))
      const donor = donors[count % 2 === 0 ? 0 : 1]
      await donor.fetchCheckout(await donor.payByCard(50_000 + count))
      const acknowledged = performance.now()
      for (const arrival of (await Promise.all(arrivals)).flat()) {
        latencies.push(Math.max(0, arrival - acknowledged))
      }
    }
    for (const crowd of crowds) crowd.leave()
    return toFigures(latencies)
  } finally {
    await server.stop()
  }
}

function toStream({ cookies }: Donor) {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { path: HOST_ROUTES.live, headers: [`Cookie: ${cookie}`], first: 'event: topics' }
}

function toFigures(latencies: readonly number[]): Figure[] {
  const name = 'acknowledged to event, 20 consoles'
  return [
    { name: `${name}, median`, value: quantile(latencies, 0.5), unit: 'ms' },
    { name: `${name}, p99`, value: quantile(latencies, 0.99), unit: 'ms' },
    {
      name: `${name}, slowest`,
      value: quantile(latencies, 1),
      unit: 'ms',
      limit: { atMost: MAX_MS },
    },
  ]
}
