import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditPageSchema } from '#contract/host/audit.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { DrillWorld } from '#tests/helpers/app/drills.ts'

let world: DrillWorld

beforeEach(async () => {
  world = await DrillWorld.open({ providerTimeoutMs: 3_000 })
})

afterEach(() => world.close())

test('two hosts stop a drill at once: it waits for its payments, and the log tells of one stop', async () => {
  // The provider takes the first payment only when it is asked again.
  const fault = { provider: 'stripe', path: '/v1/checkout/sessions', fault: 'timeout' }
  await world.control('/faults', fault)
  await world.start('rush')
  await world.until(({ paid }) => paid > 0)
  const answers = await Promise.all([world.stop(), world.stop()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const run = await world.read()
  const begun = await world.server.database.reader.selectFrom('checkouts').select('id').execute()
  expect(run).toMatchObject({ state: 'stopped', paid: begun.length })
  const sentences = run?.steps.map(({ sentence }) => sentence)
  expect(sentences).toContain(`Stopped after ${begun.length} donations. The faults are ended.`)
  const audit = await world.host.call({ url: HOST_ROUTES.audit })
  const { entries } = auditPageSchema.parse(audit.json())
  expect(entries.map(({ action }) => action)).toEqual(['drill.stopped', 'drill.started'])
})
