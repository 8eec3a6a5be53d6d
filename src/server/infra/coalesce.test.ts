import { describe, expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

describe('coalesced work', () => {
  test('callers during a run share one further run', async () => {
    const runs: PromiseWithResolvers<void>[] = []
    const call = coalesce(() => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    })
    const first = call()
    const others = [call(), call(), call()]
    expect(runs).toHaveLength(1)
    runs[0]?.resolve()
    await first
    await expect.poll(() => runs.length).toBe(2)
    runs[1]?.resolve()
    await Promise.all(others)
    expect(runs).toHaveLength(2)
  })

  test('a failed run rejects for its callers and does not stop the next', async () => {
    let runs = 0
    const call = coalesce(async () => {
      runs += 1
      if (runs === 1) throw new Error('out of reach')
    })
    const [first, second] = await Promise.allSettled([call(), call()])
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
  })

  test('never runs twice at once', async () => {
    let running = 0
    let most = 0
    const call = coalesce(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
    })
    for (let round = 0; round < 20; round += 1) {
      await Promise.all([call(), call().then(call), call()])
    }
    expect(most).toBe(1)
  })
})
