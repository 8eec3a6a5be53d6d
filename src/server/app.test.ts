import { expect, test } from 'vitest'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import { openTestApp } from '#tests/helpers/app/app.ts'

test('what the features use is freed when all of them have ended', async () => {
  const events: string[] = []
  const bus = createMemoryBus()
  const server = await openTestApp({
    bus: {
      ...bus,
      subscribe: (listener) => {
        const unsubscribe = bus.subscribe(listener)
        return () => {
          events.push('a feature has ended')
          unsubscribe()
        }
      },
    },
    release: async () => void events.push('released'),
  })
  await server.close()
  expect(events.length).toBeGreaterThan(2)
  expect(events.indexOf('released')).toBe(events.length - 1)
})
