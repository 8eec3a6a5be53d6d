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
  const { paid } = await world.until(({ steps }) =>
    steps.some(({ sentence }) => sentence.includes('being counted')),
  )
  // Those are seconds on a server, in which what was paid comes to the ledger.
  await expect.poll(countDonations).toBe(paid)
  world.clockOffsetMs = 70_000
  const { state, steps } = await world.whenEnded()
  return { state, found: steps.map(({ kind, sentence }) => `${kind}: ${sentence}`) }
}

async function countDonations(): Promise<number> {
  const { reader } = world.server.database
  return (await reader.selectFrom('donations').select('id').execute()).length
}

async function createRound(name: string, fromMinutes: number) {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const payload = { name, startsAt: at(fromMinutes), endsAt: at(fromMinutes + 60) }
  return world.host.call({ method: 'POST', url: HOST_ROUTES.rounds, payload })
}

async function limitDay(dayCents: number): Promise<void> {
  const { headers } = await world.host.call({ url: HOST_ROUTES.campaign })
  const answer = await world.host.call({
    method: 'PUT',
    url: HOST_ROUTES.campaign,
    headers: { 'if-match': headers.etag },
    payload: { spendingLimits: { dayCents, weekCents: null } },
  })
  expect(answer.statusCode).toBe(200)
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

test('limits for everybody leave smaller amounts, and the first place still changes hands', async () => {
  await limitDay(2_000)
  await world.control('/clock', { advanceMs: 30_000 })
  const { state, found } = await playMinute()
  expect([state, found.filter((step) => step.startsWith('failed'))]).toEqual(['passed', []])
  const paid = await world.server.database.reader
    .selectFrom('checkouts')
    .select('amount_cents as cents')
    .execute()
  expect(Math.max(...paid.map(({ cents }) => cents))).toBeLessThanOrEqual(2_000)
})

test.each(['stopped', 'failed'])('a rehearsal that is %s cancels its round', async (how) => {
  await world.start('round')
  await world.until(({ paid }) => paid >= 1)
  const fault = { provider: 'stripe', path: '/v1/checkout/sessions', fault: '401', times: 'always' }
  await (how === 'failed' ? world.control('/faults', fault) : world.stop())
  const { state, steps } = await world.whenEnded()
  expect(state).toBe(how)
  expect(steps.map(({ sentence }) => sentence)).toContain('The round is cancelled.')
  const answer = await world.server.call({ url: '/api/rounds' })
  const { current } = roundListSchema.parse(answer.json())
  expect(current).toMatchObject({ name: 'Rehearsal: a round', cancelled: true })
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
