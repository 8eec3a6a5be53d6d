import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditPageSchema } from '#contract/host/audit.ts'
import { alarmSecretSchema, alarmSettingsSchema, alarmTestSchema } from '#contract/host/alarms.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { expectError, openTestApp, type TestApp, type TestDonor } from '#tests/helpers/app/app.ts'
import { openHttpDouble, type HttpDouble } from '#tests/helpers/network/http-double.ts'

let app: TestApp
let host: TestDonor
let receiver: HttpDouble
let status: number

beforeEach(async () => {
  status = 200
  receiver = await openHttpDouble(() => ({ status, body: '' }))
  app = await openTestApp({ allowPrivateAlarms: true })
  host = await app.signUpHost()
})

afterEach(async () => {
  await app.close()
  await receiver.close()
})

const put = (webhookUrl: unknown) =>
  host.call({ method: 'PUT', url: HOST_ROUTES.alarms, payload: { webhookUrl } })

async function sendTest() {
  const answer = await host.call({ method: 'POST', url: HOST_ROUTES.alarmTest, payload: {} })
  return alarmTestSchema.parse(answer.json())
}

test('at first there is no address', async () => {
  const answer = await host.call({ url: HOST_ROUTES.alarms })
  expect(alarmSettingsSchema.parse(answer.json())).toEqual({
    webhookUrl: null,
    stopped: null,
    deliveries: [],
  })
})

test('the secret is shown with the first address, and with each that replaces it', async () => {
  const first = alarmSecretSchema.parse((await put(receiver.url)).json())
  expect(first).toMatchObject({ webhookUrl: `${receiver.url}/`, stopped: null })
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const again = alarmSecretSchema.parse((await put(`${receiver.url}/other`)).json())
  expect(again.secret).toBeNull()
  expect((await host.call({ url: HOST_ROUTES.alarms })).body).not.toContain('whsec_')
  const url = HOST_ROUTES.alarmSecret
  const replaced = alarmSecretSchema.parse(
    (await host.call({ method: 'POST', url, payload: {} })).json(),
  )
  expect(replaced.secret).not.toBe(first.secret)
  await sendTest()
  const [request] = receiver.requests
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const headers = Object.fromEntries(names.map((name) => [name, String(request?.headers[name])]))
  for (const secret of [first.secret, replaced.secret]) {
    expect(() => new Webhook(secret ?? '').verify(request?.body ?? '', headers)).not.toThrow()
  }
})

test('a test message says at once whether the address takes it', async () => {
  await put(receiver.url)
  expect(await sendTest()).toEqual({
    isDelivered: true,
    message: 'The address took the test message.',
  })
  expect(receiver.requests[0]?.body).toContain('"type":"alarm.test"')
  status = 500
  expect(await sendTest()).toEqual({
    isDelivered: false,
    message: 'The address answered with the status 500.',
  })
  await receiver.close()
  expect(await sendTest()).toMatchObject({ isDelivered: false })
  receiver = await openHttpDouble(() => ({ body: '' }))
})

test('without an address there is nothing to test', async () => {
  const answer = await host.call({ method: 'POST', url: HOST_ROUTES.alarmTest, payload: {} })
  expect(expectError(answer, 409, 'failed-precondition')).toBe(
    'Set an address first: there is none to test.',
  )
})

test.each(['ftp://example.org', 'example.org', 'https://user:secret@example.org/', 'javascript:1'])(
  'the address %s is refused in words',
  async (url) => {
    expect(expectError(await put(url), 400, 'invalid-argument')).toBe(
      'Give an address that begins with https:// and has no name or password in it.',
    )
  },
)

test('http is refused for an address that others can read along', async () => {
  const strict = await openTestApp()
  const owner = await strict.signUpHost()
  const payload = { webhookUrl: 'http://alarms.example.org/' }
  const answer = await owner.call({ method: 'PUT', url: HOST_ROUTES.alarms, payload })
  expectError(answer, 400, 'invalid-argument')
  await strict.close()
})

test('no address at all switches the messages off', async () => {
  await put(receiver.url)
  expect((await put(null)).json()).toMatchObject({ webhookUrl: null })
})

async function readAudit() {
  const answer = await host.call({ url: HOST_ROUTES.audit })
  return auditPageSchema.parse(answer.json()).entries.map(({ action, before, after }) => ({
    action,
    before,
    after,
  }))
}

test('the audit log tells each change once, without the path and the secret', async () => {
  await put(`${receiver.url}/hooks/canary`)
  await put(`${receiver.url}/hooks/canary`)
  await host.call({ method: 'POST', url: HOST_ROUTES.alarmSecret, payload: {} })
  await sendTest()
  await put(null)
  await put(null)
  const { host: address } = new URL(receiver.url)
  expect(await readAudit()).toEqual([
    { action: 'alarms.address_removed', before: { host: address }, after: { host: null } },
    { action: 'alarms.secret_replaced', before: null, after: null },
    { action: 'alarms.address_set', before: { host: null }, after: { host: address } },
  ])
})
