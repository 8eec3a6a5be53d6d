import { setTimeout as pause } from 'node:timers/promises'
import { hostCampaignSchema } from '#contract/campaign/settings.ts'
import { startAppServer } from '#tests/helpers/server/app-server.ts'
import type { Donor } from '#tests/helpers/server/donor.ts'
import { signUpHost } from '#tests/helpers/server/host.ts'
import { quantile, type Figure } from '../figure.ts'
import { gatherCrowd } from '../fixtures/viewers.ts'

const VIEWERS = 1_000
const PUBLICATIONS = 20
const MAX_MS = 1_000

/**
 * Measures the time from the host's request to publish the campaign to its frame in each of 1,000
 * viewers, in the real server.
 */
export async function measurePublicationLatency(): Promise<Figure[]> {
  const server = await startAppServer({ LOG_LEVEL: 'warn' })
  try {
    const host = await signUpHost(server)
    const crowd = await gatherCrowd(server.port, VIEWERS)
    const latencies: number[] = []
    for (let count = 0; count < PUBLICATIONS; count += 1) {
      const title = `Gala ${count} of the benchmark`
      const arrivals = crowd.arrivalsOf(`"title":"${title}"`)
      const version = await readVersion(host)
      const pressed = performance.now()
      await publish(host, version, title)
      for (const arrival of await arrivals) latencies.push(arrival - pressed)
      await pause(150)
    }
    crowd.leave()
    return toFigures(latencies)
  } finally {
    await server.stop()
  }
}

async function readVersion(host: Donor): Promise<number> {
  const answer = await host.call('/api/host/campaign')
  return hostCampaignSchema.parse(await answer.json()).campaign.version
}

async function publish(host: Donor, version: number, title: string): Promise<void> {
  const answer = await host.call('/api/host/campaign', {
    method: 'PUT',
    headers: { 'if-match': String(version) },
    body: JSON.stringify({ title }),
  })
  if (!answer.ok) throw new Error(`Nothing was published: ${answer.status}`)
}

function toFigures(latencies: readonly number[]): Figure[] {
  const name = 'campaign published to frame, 1,000 viewers'
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
