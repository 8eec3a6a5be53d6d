import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditPageSchema } from '#contract/host/audit.ts'
import type { DrillRun } from '#contract/host/drills.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import { enableSecondFactor } from '#tests/helpers/accounts/second-factor.ts'
import {
  buildPublicConfig,
  expectError,
  openTestApp,
  type TestApp,
} from '#tests/helpers/app/app.ts'
import { DrillWorld } from '#tests/helpers/app/drills.ts'
import { reconcile } from '#tests/helpers/app/ledger.ts'

let world: DrillWorld

beforeEach(async () => {
  world = await DrillWorld.open()
})

afterEach(() => world.close())

/** Returns the provider's cents that the ledger lacks, at each point of the course. */
const gaps = ({ course }: DrillRun) =>
  course.map(({ providerCents, ledgerCents }) => providerCents - ledgerCents)

const failures = ({ steps }: DrillRun) =>
  steps.filter(({ kind }) => kind === 'failed').map(({ sentence }) => sentence)

async function expectPassed(): Promise<DrillRun> {
  const run = await world.whenEnded()
  expect(failures(run)).toEqual([])
  expect(run.state).toBe('passed')
  expect(run.course.at(0)).toMatchObject({ moment: 'before', providerCents: 0, ledgerCents: 0 })
  expect(run.course.at(-1)).toMatchObject({ moment: 'after', driftCents: 0 })
  expect(gaps(run).at(-1)).toBe(0)
  expect(await world.sendsWebhooks()).toBe(true)
  return run
}

async function listAudit(): Promise<string[]> {
  const { entries } = auditPageSchema.parse(
    (await world.host.call({ url: HOST_ROUTES.audit })).json(),
  )
  return entries.map(
    ({ action, actor, after }) => `${actor.email} ${action} ${JSON.stringify(after)}`,
  )
}

describe('a drill passes', () => {
  test('where every webhook comes five times, and each donation counts once', async () => {
    await world.start('repeated')
    const run = await expectPassed()
    expect(run).toMatchObject({ paid: 6, planned: 6 })
    expect(world.sent.filter((type) => type === 'CHECKOUT.ORDER.APPROVED')).toHaveLength(15)
    const sentences = run.steps.map(({ sentence }) => sentence)
    expect(sentences).toContainEqual(
      expect.stringMatching(/^The server kept \d+ different webhooks of these donations/),
    )
    expect(sentences.at(-1)).toBe('The overview shows no drift.')
  })

  test('where webhooks are late: the ledger is behind, and then is not', async () => {
    await world.startUntil('late', /^The providers have \$\d+\.00 of it, the ledger \$0\.00\.$/)
    await world.sendLate()
    expect(Math.max(...gaps(await expectPassed()))).toBeGreaterThan(0)
  })

  test('where webhooks are lost, once the reconciler has asked the providers', async () => {
    await world.startUntil('lost', /^Only the reconciler can find these donations/)
    expect(world.sent).toEqual([])
    await reconcile(world.server)
    const run = await expectPassed()
    expect(Math.max(...gaps(run))).toBeGreaterThan(0)
    const sentence =
      /^Providers, ledger and board agree about each of the 6 donations: \$\d+\.00 is left\.$/
    expect(run.steps.some((step) => step.kind === 'passed' && sentence.test(step.sentence))).toBe(
      true,
    )
  })

  test('where a refund is told before its payment', async () => {
    await world.startUntil('reordered', /^Half of each is refunded/)
    await world.sendLate()
    await expectPassed()
    const told = world.sent.filter((type) => /^(charge\.refunded|checkout\.session\.c)/.test(type))
    expect(told.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 'charge.refunded'))
    expect(told.slice(6, 12)).toEqual(Array.from({ length: 6 }, () => 'checkout.session.completed'))
  })

  test('where one dispute is won and one is lost', async () => {
    await world.start('dispute')
    const { steps, course } = await expectPassed()
    const sentences = steps.map(({ sentence }) => sentence)
    expect(sentences).toContain('The ledger and the board hold both donations back.')
    expect(sentences).toContain(
      'The ledger and the board have $7.00 again, and the lost donation stays away.',
    )
    const ledger = course.map(({ ledgerCents }) => ledgerCents)
    expect(ledger).toContain(1_900)
    expect(ledger.lastIndexOf(0)).toBeGreaterThan(ledger.indexOf(1_900))
    expect(course.at(-1)).toMatchObject({ providerCents: 700, ledgerCents: 700 })
  })
})

test('a drill pays as donors who are named as such and have no account, so that nobody is mailed', async () => {
  const { database } = world.server
  const listMails = () => readdir(join(database.dataDir, 'mail'))
  // The host's own, about their sign-up.
  await expect.poll(listMails).toHaveLength(1)
  await world.start('repeated')
  await expectPassed()
  const queued = database.reader.selectFrom('mails').select(['user_id', 'outcome'])
  await expect
    .poll(async () => (await queued.execute()).map(({ outcome }) => outcome))
    .toEqual(Array.from({ length: 6 }, () => 'the account is gone'))
  for (const { user_id: donor } of await queued.execute()) expect(donor).toMatch(/^drill-/)
  expect(await listMails()).toHaveLength(1)
  const answer = await world.server.call({ url: ROUTES.donations })
  const { donations } = answer.json<{ donations: { name: string }[] }>()
  expect(donations).toHaveLength(6)
  for (const { name } of donations) expect(name).toMatch(/^Drill-[A-Z][a-z]+$/)
})

describe('while a drill runs', () => {
  beforeEach(async () => {
    await world.startUntil('lost', /^Only the reconciler/)
  })

  test('there is no second one', async () => {
    const message = expectError(await world.start('late'), 409, 'failed-precondition')
    expect(message).toBe('A drill is running: wait for its end, or stop it.')
  })

  test('a host stops it, its faults end, and it has not passed', async () => {
    expect((await world.stop()).statusCode).toBe(200)
    const run = await world.read()
    expect(run?.state).toBe('stopped')
    expect(run?.steps.map(({ sentence }) => sentence)).toContain(
      'Stopped after 6 donations. The faults are ended.',
    )
    expect(await world.sendsWebhooks()).toBe(true)
    const message = expectError(await world.stop(), 409, 'failed-precondition')
    expect(message).toBe('No drill is running.')
    const who = world.host.email
    expect(await listAudit()).toEqual([
      `${who} drill.stopped {"drill":"lost"}`,
      `${who} drill.started {"drill":"lost"}`,
    ])
  })

  test('a server that stops ends its faults', async () => {
    await world.server.app.close()
    expect(await world.sendsWebhooks()).toBe(true)
  })
})

test('a drill is named, and nothing else', async () => {
  for (const [payload, sentence] of [
    [{ drill: 'flood' }, 'There is no drill of this name.'],
    [{ drill: 'late', times: 9 }, 'The request must be a JSON object with the name of a drill.'],
  ] as const) {
    const answer = await world.host.call({ method: 'POST', url: HOST_ROUTES.drills, payload })
    expect(expectError(answer, 400, 'invalid-argument')).toContain(sentence)
  }
  expect(await world.read()).toBeNull()
  expect(await listAudit()).toEqual([])
})

describe.each(['test', 'live'] as const)('with payments in %s mode', (payments) => {
  let other: TestApp

  beforeEach(async () => {
    other = await openTestApp({
      publicConfig: buildPublicConfig({ payments }),
      sandboxUrl: world.sandbox.url,
    })
  })

  afterEach(() => other.close())

  test('there are no drills', async () => {
    const host = await other.signUpHost()
    const owner = payments === 'live' ? await enableSecondFactor(other, host) : host
    const url = HOST_ROUTES.drills
    const payload = { drill: 'late' }
    for (const request of [
      { url },
      { method: 'POST', url, payload } as const,
      { method: 'DELETE', url } as const,
    ]) {
      const message = expectError(await owner.call(request), 404, 'not-found')
      expect(message).toMatch(/^Drills exist only in the sandbox/)
    }
    expect(await world.control('/payments')).toEqual({ stripe: [], paypal: [] })
  })
})
