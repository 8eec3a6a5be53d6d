import { afterEach, beforeEach, expect, test } from 'vitest'
import { DrillWorld } from '#tests/helpers/app/drills.ts'

let world: DrillWorld

beforeEach(async () => {
  world = await DrillWorld.open()
})

afterEach(() => world.close())

test('500 donations come within a minute, spread over it, until a host stops them', async () => {
  await world.start('rush')
  const begun = await world.until(({ paid }) => paid >= 2)
  expect(begun).toMatchObject({ state: 'running', planned: 500 })
  expect(begun.paid).toBeLessThan(500)
  await world.stop()
  const run = await world.read()
  expect(run?.state).toBe('stopped')
  const sentence = `Stopped after ${run?.paid} donations. The faults are ended.`
  expect(run?.steps.map((step) => step.sentence)).toContain(sentence)
})

test('the minute ends by itself, and fewer donations than 500 are no success', async () => {
  await world.start('rush')
  await world.until(({ paid }) => paid >= 2)
  world.clockOffsetMs = 60_000
  const { state, steps, paid } = await world.whenEnded()
  expect(state).toBe('failed')
  const found = steps.map(({ kind, sentence }) => `${kind}: ${sentence}`)
  expect(found).toContainEqual(
    expect.stringMatching(
      new RegExp(`^failed: Only ${paid} donors could pay in that minute, \\$\\d+\\.00 in all: `),
    ),
  )
  expect(found).toContainEqual(
    expect.stringMatching(
      new RegExp(`^passed: Providers, ledger and board agree about each of the ${paid} donations`),
    ),
  )
})
