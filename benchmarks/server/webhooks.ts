import { Agent, request as send } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { quantile, type Figure } from '../figure.ts'
import { prepareServer, WEBHOOK_SECRET } from '../fixtures/prepared-server.ts'

/** The events per second at Stripe's peak, for all its merchants together. */
const PER_SECOND = 2_300
const SECONDS = 10
const TICK_MS = 10
const CONNECTIONS = 128

/** Measures a flood of events, each of a payment of its own. */
export async function measureWebhooks(): Promise<Figure[]> {
  const prepared = await prepareServer(PER_SECOND * SECONDS, () => 'paid')
  const server = await prepared.start()
  try {
    const events = prepared.refs.map(buildEvent)
    const startedAt = performance.now()
    const answers = await flood(`${server.url}/api/webhooks/stripe`, events)
    const floodSeconds = (performance.now() - startedAt) / 1000
    await whenWorkedOff(server.url, events.length)
    const workedOffSeconds = (performance.now() - startedAt) / 1000
    const times = answers.map(({ ms }) => ms)
    const refused = answers.filter(({ status }) => status !== 200).length
    return [
      { name: 'webhooks sent', value: events.length / floodSeconds, unit: '/s' },
      { name: 'webhooks refused', value: refused, unit: '', limit: { atMost: 0 } },
      { name: 'webhook answered, median', value: quantile(times, 0.5), unit: 'ms' },
      { name: 'webhook answered, p99', value: quantile(times, 0.99), unit: 'ms' },
      {
        name: 'webhook answered, slowest',
        value: Math.max(...times),
        unit: 'ms',
        limit: { atMost: 5_000 },
      },
      { name: 'webhooks all worked off after', value: workedOffSeconds, unit: 's' },
    ]
  } finally {
    await server.stop()
    await prepared.remove()
  }
}

function buildEvent(ref: string, index: number): string {
  return JSON.stringify({
    id: `evt_${index}`,
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    data: { object: { object: 'checkout.session', id: ref } },
  })
}

interface Answer {
  ms: number
  status: number
}

/** Sends events at a steady rate, independent of the responses. */
async function flood(url: string, events: readonly string[]): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const answers: Promise<Answer>[] = []
  const startedAt = performance.now()
  while (answers.length < events.length) {
    const due = Math.min(
      events.length,
      Math.ceil(((performance.now() - startedAt) * PER_SECOND) / 1000),
    )
    for (const event of events.slice(answers.length, due)) answers.push(post(url, event, agent))
    await pause(TICK_MS)
  }
  const all = await Promise.all(answers)
  agent.destroy()
  return all
}

function post(url: string, body: string, agent: Agent): Promise<Answer> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({
          payload: body,
          secret: WEBHOOK_SECRET,
        }),
      },
    })
    outgoing.once('error', reject)
    outgoing.once('response', (response) => {
      response
        .resume()
        .once('end', () =>
          resolve({ ms: performance.now() - startedAt, status: response.statusCode ?? 0 }),
        )
    })
    outgoing.end(body)
  })
}

async function whenWorkedOff(url: string, donations: number): Promise<void> {
  const deadline = Date.now() + 300_000
  for (;;) {
    const figures = await (await fetch(`${url}/metrics`)).text()
    const isDone =
      figures.includes('royale_webhook_events_waiting 0') &&
      figures.includes(`royale_donations ${donations}\n`)
    if (isDone) return
    if (Date.now() > deadline) throw new Error('The events were not worked off in time.')
    await pause(200)
  }
}
