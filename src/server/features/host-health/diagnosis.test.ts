import { afterEach, expect, test } from 'vitest'
import { hostHealthSchema } from '#contract/host/health.ts'
import { openTestApp, OPERATOR_TOKEN, type TestApp } from '#tests/helpers/app/app.ts'

let server: TestApp

afterEach(() => server.close())

async function findOwnersCheck() {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/diagnoses',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
  })
  const { checks } = hostHealthSchema.parse(response.json())
  return checks.find(({ id }) => id === 'owners')
}

test('with real money, owners without a second factor are named', async () => {
  server = await openTestApp({ livemode: true })
  expect(await findOwnersCheck()).toMatchObject({
    state: 'failing',
    sentence:
      'Nobody is an owner. Set ADMIN_EMAIL and confirm that address, or run `donation-royale host link`.',
  })
  const { email } = await server.signUpHost()
  expect(await findOwnersCheck()).toMatchObject({
    state: 'failing',
    sentence: `No second factor: ${email}. Each sets one up in the account's settings; without it the console stays closed.`,
  })
  await server.database.autocommit
    .updateTable('user')
    .set({ twoFactorEnabled: 1 })
    .where('email', '=', email)
    .execute()
  expect(await findOwnersCheck()).toMatchObject({
    state: 'ok',
    sentence: 'Each has a second factor.',
  })
})

test('without real money, second factors are a choice', async () => {
  server = await openTestApp()
  expect(await findOwnersCheck()).toBeUndefined()
})
