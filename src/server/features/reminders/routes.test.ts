import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROUTES } from '#contract/routes.ts'
import {
  AUTH_SECRET,
  expectError,
  openTestApp,
  type TestApp,
  type TestDonor,
} from '#tests/helpers/app/app.ts'
import { requireUserId } from '#tests/helpers/app/gifts.ts'
import { createEndTokens } from './end-token.ts'
import { endPath } from './end-path.ts'

let server: TestApp
let donor: TestDonor

beforeEach(async () => {
  server = await openTestApp()
  donor = await server.signUp()
})

afterEach(() => server.close())

const turn = (isOn: boolean) =>
  donor.call({ method: 'PUT', url: ROUTES.ownReminders, payload: { isOn } })

const read = async () => (await donor.call({ url: ROUTES.ownReminders })).json<object>()

test('reminders are off until a donor with a confirmed email turns them on', async () => {
  expect(await read()).toEqual({ isOn: false, isConfirmed: false })
  expect(expectError(await turn(true), 409, 'failed-precondition')).toBe(
    'Please confirm your email first: reminders go to confirmed addresses alone.',
  )
  await server.confirmEmail(donor.email)
  expect((await turn(true)).json()).toEqual({ isOn: true, isConfirmed: true })
  expect((await turn(false)).json()).toEqual({ isOn: false, isConfirmed: true })
})

describe('the link in a reminder', () => {
  let url: string

  beforeEach(async () => {
    await server.confirmEmail(donor.email)
    await turn(true)
    url = endPath(createEndTokens(AUTH_SECRET).sign(await requireUserId(server, donor)))
  })

  test('shows a button, and ends nothing when a scanner opens it', async () => {
    const page = await server.call({ url })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('End my reminders')
    expect(page.body).toContain('<bdi>Donation Royale</bdi>')
    expect(page.body).toContain('Powered by Donation Royale')
    await server.call({ method: 'HEAD', url })
    expect(await read()).toMatchObject({ isOn: true })
  })

  test.each([
    ['a mail program', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'one that sends parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['the button of the page', 'application/x-www-form-urlencoded', ''],
  ])('ends them by one POST of %s, without a session', async (_name, type, payload) => {
    const headers = { 'content-type': type }
    // Programs send no Origin header.
    const answer = await server.app.inject({ method: 'POST', url, headers, payload })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('Your reminders have ended.')
    expect(await read()).toMatchObject({ isOn: false })
    expect((await server.app.inject({ method: 'POST', url })).statusCode).toBe(200)
  })

  test('does nothing if it was changed, or names somebody else', async () => {
    const other = await requireUserId(server, await server.signUp())
    const [, mac = ''] = url.split('.')
    for (const wrong of [
      `${url}x`,
      url.slice(0, -2),
      endPath(`${other}.${mac}`),
      endPath('none'),
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await server.call({ method, url: wrong })
        expect(answer.statusCode).toBe(404)
        expect(answer.body).toContain('This link does not work.')
      }
    }
    expect(await read()).toMatchObject({ isOn: true })
  })

  test('works without its account, too', async () => {
    await server.database.autocommit.deleteFrom('reminders').execute()
    expect((await server.app.inject({ method: 'POST', url })).statusCode).toBe(200)
  })
})
