import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { WebhookDelivery } from './webhook-delivery.ts'

let now: number
let sent: string[]
let receivers: string[]
let delivered: string[]
/** The receiver's responses to the attempts; after the last of them it accepts everything. */
let answers: (number | 'cut' | 'hang')[]

beforeEach(() => {
  now = 0
  sent = []
  receivers = []
  delivered = []
  answers = []
})

async function receive(url: unknown, init: RequestInit | undefined): Promise<Response> {
  receivers.push(String(url))
  if (typeof init?.body === 'string') sent.push(init.body)
  const answer = answers.shift() ?? 200
  if (answer === 'hang') {
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('given up')))
    })
  }
  if (answer === 'cut') throw new Error('The connection was cut.')
  return new Response('', { status: answer })
}

function open(random = () => 0.5, origin = 'http://shop'): WebhookDelivery {
  return new WebhookDelivery({
    clock: () => now,
    random,
    fetch: receive,
    urls: { stripe: `${origin}/stripe`, paypal: `${origin}/paypal` },
    logger: undefined,
    sign: () => ({}),
    delivered: ({ id }) => delivered.push(id),
    changed: () => {},
  })
}

function add(webhooks: WebhookDelivery, id: string) {
  webhooks.add({ id, provider: 'stripe', body: id })
}

async function settle(webhooks: WebhookDelivery) {
  webhooks.tick()
  for (let turn = 0; turn < 20; turn += 1) await nextTurn()
}

describe('an event', () => {
  test('is sent once to a receiver that takes it', async () => {
    const webhooks = open()
    add(webhooks, 'a')
    await settle(webhooks)
    now += 3_600_000
    await settle(webhooks)
    expect(sent).toEqual(['a'])
    expect(delivered).toEqual(['a'])
    expect(webhooks.waiting).toBe(0)
  })

  test('that is not taken is sent again, later each time', async () => {
    answers = [500, 'cut', 302]
    const webhooks = open()
    add(webhooks, 'a')
    await settle(webhooks)
    await settle(webhooks)
    expect(sent).toHaveLength(1)
    for (const pauseMs of [1_000, 5_000, 15_000]) {
      now += pauseMs - 1
      await settle(webhooks)
      now += 1
      await settle(webhooks)
    }
    expect(sent).toHaveLength(4)
    expect(delivered).toEqual(['a'])
  })

  test('that is not answered within ten seconds is sent again', async () => {
    answers = ['hang']
    const webhooks = open()
    add(webhooks, 'a')
    await settle(webhooks)
    now += 9_999
    await settle(webhooks)
    now += 1
    await settle(webhooks)
    now += 1_000
    await settle(webhooks)
    expect(sent).toEqual(['a', 'a'])
    expect(delivered).toEqual(['a'])
  })

  test('can be waited for while it is under way', async () => {
    const webhooks = open()
    add(webhooks, 'a')
    webhooks.tick()
    expect(delivered).toEqual([])
    await webhooks.idle()
    expect(delivered).toEqual(['a'])
  })

  test('that was under way at a stop is sent at the next start', async () => {
    answers = ['hang']
    const webhooks = open()
    add(webhooks, 'a')
    add(webhooks, 'b')
    answers.push('hang')
    await settle(webhooks)
    webhooks.close()
    const next = open()
    next.restore(JSON.parse(JSON.stringify(webhooks.snapshot())))
    await settle(next)
    expect(delivered).toEqual(['a', 'b'])
  })

  test('that waits is sent to where the shop is after a restart', async () => {
    answers = ['cut']
    const webhooks = open()
    add(webhooks, 'a')
    await settle(webhooks)
    webhooks.close()
    now += 1_000
    const next = open(undefined, 'http://moved')
    next.restore(JSON.parse(JSON.stringify(webhooks.snapshot())))
    await settle(next)
    expect(receivers).toEqual(['http://shop/stripe', 'http://moved/stripe'])
    expect(delivered).toEqual(['a'])
  })

  test('is not sent after the end', async () => {
    const webhooks = open()
    add(webhooks, 'a')
    webhooks.close()
    await settle(webhooks)
    expect(sent).toEqual([])
    expect(webhooks.waiting).toBe(1)
  })
})

describe('a fault', () => {
  test('drops events', async () => {
    const webhooks = open()
    webhooks.faults = { drop: true }
    add(webhooks, 'a')
    await settle(webhooks)
    expect(sent).toEqual([])
  })

  test('sends an event several times', async () => {
    const webhooks = open()
    webhooks.faults = { duplicate: 3 }
    add(webhooks, 'a')
    await settle(webhooks)
    expect(sent).toEqual(['a', 'a', 'a'])
  })

  test('delays events', async () => {
    const webhooks = open()
    webhooks.faults = { delayMs: 500 }
    add(webhooks, 'a')
    now = 499
    await settle(webhooks)
    expect(sent).toEqual([])
    now = 500
    await settle(webhooks)
    expect(sent).toEqual(['a'])
  })

  test('sends events in another order than they came', async () => {
    const webhooks = open(() => 0.99)
    webhooks.faults = { reorder: true }
    for (const id of ['a', 'b', 'c']) add(webhooks, id)
    await settle(webhooks)
    expect(sent).toEqual(['c', 'b', 'a'])
  })
})

test('a long queue costs its length, not the square of it', async () => {
  const webhooks = open()
  for (let count = 0; count < 20_000; count += 1) add(webhooks, `e${count}`)
  webhooks.tick()
  while (webhooks.waiting > 0) await nextTurn()
  expect(delivered).toHaveLength(20_000)
})
