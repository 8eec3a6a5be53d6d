import { afterEach, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import type { auditPageSchema } from '#contract/host/audit.ts'
import type { Campaign } from '#contract/campaign.ts'
import {
  buildPublicConfig,
  expectError,
  openTestApp,
  type TestApp,
  type TestDonor,
} from '#tests/helpers/app/app.ts'

type AuditPage = z.infer<typeof auditPageSchema>

let server: TestApp
let host: TestDonor

beforeEach(async () => {
  server = await openTestApp()
  host = await server.signUpHost()
})

afterEach(() => server.close())

async function read(): Promise<Campaign> {
  return (await server.call({ url: '/api/campaign' })).json()
}

const publish = (payload: object, version?: string | number, as: Pick<TestDonor, 'call'> = host) =>
  as.call({
    method: 'PUT',
    url: '/api/host/campaign',
    payload,
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  })

test('what a host publishes is what everybody reads', async () => {
  const answer = await publish({ title: 'Gala', cause: '<script>alert(1)</script>' }, 0)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    campaign: { version: 1, title: 'Gala' },
    locked: [],
    file: null,
    mostCents: 1_000_000,
  })
  expect(await read()).toMatchObject({ version: 1, cause: '<script>alert(1)</script>' })
})

test('the whole campaign can be sent back as it was read', async () => {
  const campaign = await read()
  const answer = await publish({ ...campaign, host: 'The Quiz Club' }, 0)
  expect(answer.json()).toMatchObject({
    campaign: { ...campaign, version: 1, host: 'The Quiz Club' },
  })
})

test('a reader who has the campaign is told that nothing has changed', async () => {
  const { headers } = await server.call({ url: '/api/campaign' })
  const again = () =>
    server.call({ url: '/api/campaign', headers: { 'if-none-match': String(headers['etag']) } })
  expect((await again()).statusCode).toBe(304)
  await publish({ title: 'Gala' }, 0)
  expect((await again()).statusCode).toBe(200)
})

test('the tag that came with the campaign is taken as the version', async () => {
  const { headers } = await host.call({ url: '/api/host/campaign' })
  const tag = String(headers['etag']).replaceAll('"', '')
  expect((await publish({ title: 'Gala' }, tag)).statusCode).toBe(200)
})

test.each([undefined, 7, 'x'])('a change of version %s is refused, with both', async (version) => {
  await publish({ title: 'Gala' }, 0)
  const answer = await publish({ title: 'Ball' }, version)
  expect(expectError(answer, 409, 'already-exists')).toBe(
    'The campaign has been changed since you opened it: compare both versions, then publish again.',
  )
  expect(answer.json()).toMatchObject({
    error: {
      reason: 'CAMPAIGN_CHANGED',
      details: { current: { title: 'Gala' }, yours: { title: 'Ball' } },
    },
  })
})

test('a wrong field is refused with its sentence, and nothing is published', async () => {
  const answer = await publish({ title: 'Gala', palette: 'beige' }, 0)
  expect(expectError(answer, 400, 'invalid-argument')).toMatch(/^The palette must be one of/)
  expect(await read()).toMatchObject({ version: 0 })
})

test('the audit log tells of each publication, with the fields that it changed', async () => {
  await publish({ title: 'Gala', cause: '=1+1' }, 0)
  await publish({ title: 'Ball', cause: '=1+1' }, 1)
  await publish({ title: 'Ball' }, 2)
  const { entries } = (await host.call({ url: '/api/host/audit' })).json<AuditPage>()
  expect(entries).toMatchObject([
    { action: 'campaign.published', before: { title: 'Gala' }, after: { title: 'Ball' } },
    { actor: { email: host.email }, before: {}, after: { title: 'Gala', cause: '=1+1' } },
  ])
})

test('nobody but the host publishes', async () => {
  const donor = await server.signUp()
  expectError(await publish({ title: 'Mine' }, 0, donor), 403, 'permission-denied')
  expectError(await publish({ title: 'Mine' }, 0, server), 401, 'unauthenticated')
  expectError(await donor.call({ url: '/api/host/campaign' }), 403, 'permission-denied')
})

test("the page's settings and the rank follow the published amounts", async () => {
  const amounts = { minCents: 200, maxCents: 900, defaultCents: 300, chipsCents: [] }
  await publish({ amounts, disclaimer: { points: ['Only this.'] } }, 0)
  const { disclaimer } = await read()
  expect((await server.call({ url: '/api/config' })).json()).toEqual({
    ...buildPublicConfig(),
    limits: { minCents: 200, maxCents: 900, defaultCents: 300 },
    disclaimer: { version: disclaimer.version },
  })
})

test('no payment begins while donations are closed, or outside the published amounts', async () => {
  const donor = await server.signUp()
  const donate = (amountCents?: number) =>
    donor.call({ method: 'POST', url: '/api/create-checkout-session', payload: { amountCents } })
  const amounts = { minCents: 200, maxCents: 900, defaultCents: 300, chipsCents: [] }
  await publish({ amounts }, 0)
  expect(expectError(await donate(199), 400, 'invalid-argument')).toBe(
    'The smallest donation is $2.00.',
  )
  expect(expectError(await donate(901), 400, 'invalid-argument')).toBe(
    'The largest donation is $9.00.',
  )
  await publish({ open: false }, 1)
  expect(expectError(await donate(), 409, 'failed-precondition')).toBe('Donations are closed.')
  expect((await server.countRows())['checkouts']).toBe(0)
})
