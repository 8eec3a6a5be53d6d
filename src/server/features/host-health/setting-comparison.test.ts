import { afterEach, expect, test } from 'vitest'
import { runningSettingsSchema } from '#contract/host/diagnosis.ts'
import { digestSettings } from '#server/infra/setting-digests.ts'
import { openTestApp, OPERATOR_TOKEN, type TestApp } from '#tests/helpers/app/app.ts'

let server: TestApp

afterEach(() => server.close())

const digest = (settings: Record<string, string>) =>
  digestSettings(new Map(Object.entries(settings)), OPERATOR_TOKEN)

test('a command is told which settings differ, and no digest of the server', async () => {
  const settingDigests = digest({ PORT: '3000', SMTP_URL: 'smtp://one', REDIS_URL: 'redis://one' })
  server = await openTestApp({ settingDigests })
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/diagnoses/settings',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    payload: { digests: digest({ PORT: '3000', SMTP_URL: 'smtp://two', HOST: '::1' }) },
  })
  const { changed } = runningSettingsSchema.parse(response.json())
  expect(changed).toEqual(['HOST', 'REDIS_URL', 'SMTP_URL'])
  for (const kept of Object.values(settingDigests)) expect(response.body).not.toContain(kept)
})
