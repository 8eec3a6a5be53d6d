import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { roundListSchema } from '#contract/rounds.ts'
import { DrillWorld } from '#tests/helpers/app/drills.ts'

let world: DrillWorld

beforeEach(async () => {
  world = await DrillWorld.open()
})

afterEach(() => world.close())

/** Starts the drill, lets some donors pay, and ends the minute. */
async function playMinute() {
  expect((await world.start('round')).statusCode).toBe(200)
  await world.until(({ paid }) => paid >= 3)
  world.clockOffsetMs = 52_000
  await world.until(({ steps }) => steps.some(({ sentence }) => sentence.includes('being counted')))
  world.clockOffsetMs = 70_000
  const { state, steps } = await world.whenEnded()
  return { state, found: steps.map(({ kind, sentence }) => `${kind}: ${sentence}`) }
}

async function createRound(name: string, fromMinutes: number) {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const payload = { name, startsAt: at(fromMinutes), endsAt: at(fromMinutes + 60) }
  return world.host.call({ method: 'POST', url: HOST_ROUTES.rounds, payload })
}

test('a round in a minute is a copy of the next one, and has all donors in its results', async () => {
  expect((await createRound('Gala', 60)).statusCode).toBe(200)
  // The money is taken by the sandbox's clock, which stands still before the round's start.
  await world.control('/clock', { advanceMs: 30_000 })
  const { state, found } = await playMinute()
  expect([state, found.filter((step) => step.startsWith('failed'))]).toEqual(['passed', []])
  expect(found).toContainEqual(
    expect.stringMatching(
      /^passed: The results have each of the \d+ donors, with \$\d+\.\d\d\. Drill-\w+ has won\.$/,
    ),
  )
  const answer = await world.server.call({ url: '/api/rounds' })
  const { rounds } = roundListSchema.parse(answer.json())
  expect(rounds.map(({ round }) => round.name)).toEqual(['Rehearsal: Gala'])
})

test('results without donors who have paid are no success', async () => {
  // The money is taken by the sandbox's clock, which stands still after the round's end.
  await world.control('/clock', { advanceMs: 150_000 })
  const { state, found } = await playMinute()
  expect(state).toBe('failed')
  expect(found).toContainEqual(
    expect.stringMatching(/^failed: The results have 0 donors with \$0\.00: other donations came/),
  )
})

test('while a round runs, none is rehearsed', async () => {
  await createRound('Gala', 0.001)
  await world.start('round')
  const { state, steps } = await world.whenEnded()
  expect(state).toBe('failed')
  expect(steps.at(-1)?.sentence).toBe('The drill could not go on. Another round runs then: Gala.')
})
