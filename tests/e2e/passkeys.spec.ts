import type { Page } from '@playwright/test'
import { z } from 'zod'
import { readToken } from '../helpers/accounts/account-mails.ts'
import { addAuthenticator } from '../helpers/browser/authenticator.ts'
import { expect, test } from '../helpers/browser/e2e.ts'

const EMAIL = 'ada@donor.example'
const PASSWORD = 'canary of a password'

const answerSchema = z.object({ status: z.number(), body: z.unknown() })

/** Calls the API from the page, which brings its cookies and its origin. */
async function call(page: Page, path: string, payload?: object) {
  const answer = await page.evaluate(
    async ([address, body]) => {
      const response = await fetch(`/api/auth${address}`, {
        method: body === null ? 'GET' : 'POST',
        ...(body === null ? {} : { headers: { 'content-type': 'application/json' }, body }),
      })
      return { status: response.status, body: await response.json() }
    },
    [path, payload === undefined ? null : JSON.stringify(payload)] as const,
  )
  return answerSchema.parse(answer)
}

/** The library's options, which the browser's own parser checks. */
const creationSchema = z.custom<PublicKeyCredentialCreationOptionsJSON>(
  (value) =>
    z.looseObject({ challenge: z.string(), rp: z.looseObject({}) }).safeParse(value).success,
)

const optionsSchema = z.looseObject({ challenge: z.string() })

async function createCredential(page: Page, options: unknown): Promise<object> {
  const credential = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json)
    const created = await navigator.credentials.create({ publicKey })
    return created instanceof PublicKeyCredential ? created.toJSON() : null
  }, creationSchema.parse(options))
  return z.looseObject({}).parse(credential)
}

async function useCredential(page: Page, options: unknown): Promise<object> {
  const credential = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json)
    const used = await navigator.credentials.get({ publicKey })
    return used instanceof PublicKeyCredential ? used.toJSON() : null
  }, optionsSchema.parse(options))
  return z.looseObject({}).parse(credential)
}

test('a passkey is added with the password, logs in without it, and is removed', async ({
  page,
  server,
  pageErrors,
}) => {
  // The error responses, each expected below.
  pageErrors.allow(/Failed to load resource/)
  await addAuthenticator(page)
  await page.goto('/healthz')
  await call(page, '/sign-up/email', { email: EMAIL, password: PASSWORD, name: '' })
  const early = await call(page, '/passkey/generate-register-options', { password: PASSWORD })
  expect(early).toMatchObject({ status: 409, body: { error: { reason: 'EMAIL_NOT_CONFIRMED' } } })
  const token = await readToken(server.dataDir, EMAIL, 'confirm-email')
  await call(page, '/verify-email', { token })

  const wrong = await call(page, '/passkey/generate-register-options', { password: 'not it' })
  expect(wrong).toMatchObject({ status: 400, body: { error: { reason: 'INVALID_PASSWORD' } } })
  const options = await call(page, '/passkey/generate-register-options', { password: PASSWORD })
  const response = await createCredential(page, options.body)
  const added = await call(page, '/passkey/verify-registration', { response, name: 'Phone' })
  expect(added).toMatchObject({ status: 200, body: { name: 'Phone' } })
  expect(Object.keys(z.object({}).loose().parse(added.body)).toSorted()).toEqual([
    'backedUp',
    'createdAt',
    'id',
    'name',
  ])

  await call(page, '/sign-out', {})
  const challenge = await call(page, '/passkey/generate-authenticate-options', {})
  const login = { response: await useCredential(page, challenge.body) }
  const done = await call(page, '/passkey/verify-authentication', login)
  expect(done).toMatchObject({ status: 200, body: { user: { email: EMAIL } } })
  expect(await call(page, '/get-session')).toMatchObject({
    body: { session: { secondFactorAt: expect.any(String) }, user: { email: EMAIL } },
  })
  const again = await call(page, '/passkey/verify-authentication', login)
  expect(again).toEqual({
    status: 400,
    body: {
      code: 'CHALLENGE_NOT_FOUND',
      message: 'This took too long. Please try the passkey again.',
    },
  })

  const list = await call(page, '/passkey/list-user-passkeys')
  const { passkeys } = z
    .object({ passkeys: z.array(z.object({ id: z.string() })) })
    .parse(list.body)
  const id = passkeys[0]?.id
  const removed = await call(page, '/passkey/delete-passkey', { id, password: PASSWORD })
  expect(removed.body).toEqual({ status: true })
  expect((await call(page, '/passkey/list-user-passkeys')).body).toEqual({ passkeys: [] })
})
