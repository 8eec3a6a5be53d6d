import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConcerns } from '#server/features/concerns/concerns.ts'
import { keepAlarmOn } from '#server/features/card-testing/store.ts'
import { ROUTES } from '#contract/routes.ts'
import { expectError } from '#tests/helpers/app/app.ts'
import { INSTALLATION_ID } from '#tests/helpers/providers/payment-providers.ts'
import { reconcile } from '#tests/helpers/app/ledger.ts'
import { DrillWorld } from '#tests/helpers/app/drills.ts'

let world: DrillWorld

beforeEach(async () => {
  world = await DrillWorld.open()
})

afterEach(() => world.close())

/** Returns the sentences about what a drill has found wrong; expects that it has failed. */
async function whenFailed(): Promise<string[]> {
  const { state, steps } = await world.runOut()
  expect(state).toBe('failed')
  expect(await world.sendsWebhooks()).toBe(true)
  return steps.filter(({ kind }) => kind === 'failed').map(({ sentence }) => sentence)
}

test('a drill fails if webhooks are lost and nobody asks the providers', async () => {
  await world.startUntil('lost', /^Only the reconciler/)
  expect(await whenFailed()).toEqual([
    'The providers did not take 3 donations of $79.00 as they were paid.',
    '6 donations of $138.00 are missing in the ledger.',
  ])
})

/** Starts a drill, and has all of its donations booked except one whose webhooks get this status. */
async function bookAllButOne(status: number): Promise<void> {
  let held: string | undefined
  world.onWebhook = (body) => {
    held ??= /cs_test_\w+/.exec(body)?.[0]
    return held !== undefined && body.includes(held) ? status : undefined
  }
  await world.startUntil('repeated', /^6 donors paid/)
  await expect.poll(async () => (await listCaptures()).length).toBe(5)
  await world.untilHandled()
}

function listCaptures() {
  const { reader } = world.server.database
  return reader.selectFrom('ledger_entries').select('checkout_id').execute()
}

/** Hands the webhooks over that were held back, and lets the drill wait until it gives up. */
async function endDrill(): Promise<string[]> {
  world.onWebhook = () => undefined
  await world.sendAll()
  return whenFailed()
}

test('a drill fails if one donation alone is dropped for good on its way', async () => {
  await bookAllButOne(200)
  const [sentence, ...others] = await endDrill()
  expect(sentence).toMatch(/^1 donation of \$\d+\.00 is missing in the ledger\.$/)
  expect(others).toEqual([])
})

test('a drill fails if the ledger loses a donation that it had', async () => {
  await bookAllButOne(503)
  const { autocommit } = world.server.database
  const [lost] = await listCaptures()
  await sql`drop trigger ledger_entries_no_delete`.execute(autocommit)
  await sql`delete from ledger_entries where checkout_id = ${lost?.checkout_id}`.execute(autocommit)
  const [sentence, ...others] = await endDrill()
  expect(sentence).toMatch(/^1 donation of \$\d+\.00 is missing in the ledger\.$/)
  expect(others).toEqual([])
})

test('a drill fails if its donations are deleted from the board meanwhile', async () => {
  await bookAllButOne(503)
  await world.host.call({ method: 'DELETE', url: ROUTES.testDonations })
  const [sentence, ...others] = await endDrill()
  expect(sentence).toMatch(
    /^The board does not have 5 donations of \$\d+\.00 as the ledger does\.$/,
  )
  expect(others).toEqual([])
})

function raiseDrift(): Promise<void> {
  const { database, app } = world.server
  return createConcerns({ database, clock: Date.now, logger: app.log }).raise({
    kind: 'ledger_drift',
    subject: 'another-checkout',
    message: 'The provider has 700 cents left of a payment, the ledger 200.',
    details: { checkoutId: 'another-checkout', providerCents: 700, ledgerCents: 200 },
    provider: 'stripe',
  })
}

test('a drill fails if the overview shows a drift in the end', async () => {
  await world.startUntil('late', /^The providers have/)
  await raiseDrift()
  await world.sendLate()
  expect(await whenFailed()).toEqual(['The overview shows a drift of $5.00.'])
  expect((await world.read())?.course.at(-1)).toMatchObject({ driftCents: 500 })
})

test('no drill starts while there is a drift, because its end would prove nothing', async () => {
  await raiseDrift()
  const message = expectError(await world.start('late'), 409, 'failed-precondition')
  expect(message).toBe('The overview shows a drift of $5.00 already: settle that first.')
  expect(await world.read()).toBeNull()
})

test('the brake against card testing stops drills too, and says so', async () => {
  const { autocommit } = world.server.database
  const until = Date.now() + 24 * 60 * 60_000
  await keepAlarmOn(autocommit, { now: Date.now(), until })
  await world.start('repeated')
  expect(await whenFailed()).toEqual([
    'The drill could not go on. The brake against card testing is on and stops drills too: try again when it is off.',
  ])
})

test('a drill whose stand-ins do not answer fails', async () => {
  await world.control('/faults', { provider: 'stripe', fault: '500', times: 'always' })
  await world.start('repeated')
  const [sentence] = await whenFailed()
  expect(sentence).toMatch(/^The drill could not go on\. [A-Z].+\.$/)
  const { course = [] } = (await world.read()) ?? {}
  expect(course.map(({ moment }) => moment)).toEqual(['before', 'after'])
})

test('a drill fails if the server does not take the webhooks', async () => {
  world.onWebhook = () => 503
  await world.startUntil('repeated', /^6 donors paid/)
  const { state, steps } = await world.runOut()
  expect(state).toBe('failed')
  expect(steps).toContainEqual(
    expect.objectContaining({
      kind: 'failed',
      sentence: 'Webhooks still wait at the providers, because they were not taken.',
    }),
  )
})

test('a drill fails if a webhook is left that cannot be handled', async () => {
  await world.startUntil('lost', /^Only the reconciler/)
  await world.control('/webhook-faults', {})
  const metadata = { installation_id: INSTALLATION_ID, checkout_id: randomUUID() }
  const object = { id: 'cs_test_unknown', object: 'checkout.session', metadata }
  await world.control('/events', { provider: 'stripe', type: 'checkout.session.completed', object })
  await world.sandbox.sandbox.idle()
  await reconcile(world.server)
  expect(await whenFailed()).toEqual([
    'There are webhooks that the server could not handle; see what waits for you.',
  ])
})

test('a drill says if its stand-ins went away, and its faults with them or not', async () => {
  await world.startUntil('lost', /^Only the reconciler/)
  await world.sandbox.close()
  const { steps } = await world.whenEnded()
  expect(steps.slice(-3).map(({ sentence }) => sentence)).toEqual([
    'The drill could not go on. See the log of the server.',
    'The faults could not be ended: start the server again to end them.',
    'What the drill has left could not be measured.',
  ])
})
