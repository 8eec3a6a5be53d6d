import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCheckout } from '#tests/helpers/databases/builders.ts'
import { createPaypalCheckouts, openSlowPaypal } from '#tests/helpers/providers/slow-paypal.ts'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import type { Database } from '#server/infra/database/database.ts'
import { insertCheckouts } from '../store.ts'

const ROUNDS = 40
let now = 1_000
const clock = () => now

describe.each(DATABASES)('a cancel at one node, on $name', ({ openTwice }) => {
  let databases: [Database, Database]

  beforeAll(async () => {
    databases = await openTwice()
  })

  afterAll(() => Promise.all(new Set(databases).values().map((database) => database.close())))

  async function openNodes(wait: () => Promise<unknown>) {
    const ref = randomUUID()
    const checkout = buildCheckout({ provider: 'paypal', provider_ref: ref })
    const bank = openSlowPaypal(checkout.id, ref, wait)
    const [here, there] = databases
    await here.write(insertCheckouts, checkout)
    const nodes = {
      here: createPaypalCheckouts(here, bank.fetch, clock),
      there: createPaypalCheckouts(there, bank.fetch, clock),
    }
    return { ...nodes, bank, row: await nodes.here.require(checkout.id) }
  }

  test('says nothing of a payment that another node is capturing, and then that it is paid', async () => {
    const released = Promise.withResolvers<void>()
    const { here, there, bank, row } = await openNodes(() => released.promise)
    const settling = here.settle(row, 'event')
    await bank.capturing
    await expect(there.cancel(row)).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 2 })
    released.resolve()
    expect((await settling).checkout.state).toBe('paid')
    expect((await there.cancel(await there.require(row.id))).state).toBe('paid')
  })

  test.each(['event', 'approval'] as const)(
    'that crosses a capture by %s at another is never told as cancelled if money was taken',
    async (trigger) => {
      const told = { cancelled: 0, charged: 0 }
      for (let round = 0; round < ROUNDS; round += 1) {
        const { here, there, bank, row } = await openNodes(() => pause(round % 3))
        const [cancelled, settled] = await Promise.allSettled([
          pause(round % 7).then(() => there.cancel(row)),
          pause(round % 5).then(() => here.settle(row, trigger)),
        ])
        const isToldCancelled =
          cancelled.status === 'fulfilled' && cancelled.value.state === 'cancelled'
        expect(isToldCancelled && bank.captures() > 0).toBe(false)
        // The capturing node says the same, so that the page does not ask again.
        expect(settled).toMatchObject({
          value: { checkout: { state: bank.captures() > 0 ? 'paid' : 'cancelled' } },
        })
        if (isToldCancelled) told.cancelled += 1
        if (bank.captures() > 0) told.charged += 1
      }
      expect(told.cancelled + told.charged).toBe(ROUNDS)
    },
  )

  test('is never followed by a capture, however late a request for it is read', async () => {
    const { here, there, bank, row } = await openNodes(() => pause(0))
    expect((await there.cancel(row)).state).toBe('cancelled')
    for (const later of [0, 501, 3_600_000]) {
      now += later
      const settled = await here.settle(await here.require(row.id), 'approval')
      expect([settled.checkout.state, bank.captures()]).toEqual(['cancelled', 0])
    }
  })
})
