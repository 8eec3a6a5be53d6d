import { beforeAll, describe, expect, test } from 'vitest'
import { prepareTemplate } from './server/database.ts'
import { simulate } from './simulate.ts'

const SEEDS_A_TEST = 30
const TESTS = 10

/** The first seeds, which run again. */
const REPEATED = 15

/** The time-out of a test on a slow and busy machine. */
const TIMEOUT_MS = 120_000

/** The lines of the first runs' traces by their seeds. */
const tracesOf = new Map<number, readonly string[]>()

beforeAll(prepareTemplate)

describe('whatever happens, every cent is accounted for once all is quiet', () => {
  const firstSeeds = Array.from({ length: TESTS }, (_, index) => 1 + index * SEEDS_A_TEST)

  test.each(firstSeeds)(
    `seed %i and the ${SEEDS_A_TEST - 1} after it`,
    async (first) => {
      for (let seed = first; seed < first + SEEDS_A_TEST; seed += 1) {
        const { violations, trace } = await simulate(seed)
        if (seed <= REPEATED) tracesOf.set(seed, trace.lines)
        expect(violations, `replay it with: npm run simulate -- --seed ${seed}`).toEqual([])
      }
    },
    TIMEOUT_MS,
  )
})

test(
  'a seed makes the same run again, to the last line of its trace',
  async () => {
    for (let seed = 1; seed <= REPEATED; seed += 1) {
      const first = tracesOf.get(seed) ?? (await simulate(seed)).trace.lines
      expect((await simulate(seed)).trace.lines).toEqual(first)
    }
  },
  TIMEOUT_MS,
)

test('time and chance are the own ones of the process again after a run', async () => {
  const [before, random] = [Date.now(), Math.random]
  await simulate(1)
  expect(Date.now() - before).toBeLessThan(TIMEOUT_MS)
  expect(Math.random).toBe(random)
})
