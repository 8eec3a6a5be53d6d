import { setTimeout as pause } from 'node:timers/promises'
import { startAppServer } from '#tests/helpers/server/app-server.ts'
import { signUp } from '#tests/helpers/server/donor.ts'
import { quantile, type Figure } from '../figure.ts'
import { gatherCrowd } from '../fixtures/viewers.ts'

/**
 * Measures the time from the response that says 'paid' to the frame in each viewer, in the real
 * server; below zero if the frame, which a webhook may have caused, was there first.
 */
export async function measureLiveLatency(viewers = 1_000, donations = 25): Promise<Figure[]> {
  const server = await startAppServer({ LOG_LEVEL: 'warn' })
  try {
    const crowd = await gatherCrowd(server.port, viewers)
    // Two donors, because one would need a proof of work after twenty payments.
    const donors = [await signUp(server.url), await signUp(server.url)] as const
    const latencies: number[] = []
    for (let count = 0; count < donations; count += 1) {
      const amountCents = 50_000 + count
      const arrivals = crowd.arrivalsOf(`"amountCents":${amountCents}`)
      const donor = donors[count % 2 === 0 ? 0 : 1]
      await donor.fetchCheckout(await donor.payByCard(amountCents))
      const acknowledged = performance.now()
      for (const arrival of await arrivals) latencies.push(arrival - acknowledged)
      await pause(150)
    }
    crowd.leave()
    const name = `acknowledged to frame, ${viewers.toLocaleString('en')} viewers`
    return [
      {
        name: `${name}, median`,
        value: quantile(latencies, 0.5),
        unit: 'ms',
        limit: { atMost: 110 },
      },
      {
        name: `${name}, p99`,
        value: quantile(latencies, 0.99),
        unit: 'ms',
      },
    ]
  } finally {
    await server.stop()
  }
}
