import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BoardFixture } from '#tests/helpers/databases/board.ts'
import { startLiveServer, type LiveServer } from '#tests/helpers/live/live-server.ts'
import { openViewer, type LiveViewer } from '#tests/helpers/live/live-viewer.ts'

let server: LiveServer
let viewer: LiveViewer

/** The expected board: donations in the order in which they came, the first ones first. */
const model = new Map<string, BoardFixture>()

beforeAll(async () => {
  server = await startLiveServer()
  viewer = await openViewer(server.url)
})

afterAll(async () => {
  viewer.leave()
  await server.close()
})

// Few donations and few amounts, so that equal ones, changes and returns are frequent.
const fixture = fc.record({
  id: fc.integer({ min: 1, max: 60 }).map((n) => `d${n}`),
  amountCents: fc.integer({ min: 0, max: 5 }).map((dollars) => dollars * 100),
  name: fc.constantFrom('Ada', 'Bo', null),
})

test('the events of the stream make the board, whatever changes, its order included', async () => {
  const looks = fc.array(fc.array(fixture, { maxLength: 8 }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(looks, async (batches) => {
      for (const batch of batches) {
        for (const changed of batch) model.set(changed.id, changed)
        await server.change(...batch)
      }
      const { entries } = await server.leaderboard.page({ limit: 100 })
      expect(entries.map(({ id }) => id)).toEqual(expectedIds())
      await expect.poll(() => viewer.board()).toEqual(entries)
    }),
    // Each run continues from the board of the last one, so a failure cannot be shrunk.
    { numRuns: 40, endOnFailure: true },
  )
})

function expectedIds(): string[] {
  return [...model.values()]
    .filter(({ name, amountCents }) => name !== null && amountCents > 0)
    .toSorted((a, b) => b.amountCents - a.amountCents)
    .map(({ id }) => id)
}
