import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cookiesOf,
  openTestApp,
  PASSWORD,
  type TestResponse,
  type TestApp,
} from '#tests/helpers/app/app.ts'
import { isGuessable } from './guessable-passwords.ts'

const CONTEXT = { hostname: 'give.royale-club.example', email: 'Ada.Lovelace@donor.example' }

describe('guessable is', () => {
  test.each([
    ['common', 'password'],
    ['common, in capitals', 'PASSWORD'],
    ['common with what people add to it', 'Sunshine2024!'],
    ['common with a space', 'i love you'],
    ['common, twice', 'dragondragon'],
    ['one character, over and over', 'aaaaaaaaaaaaaaaa'],
    ['a short part, over and over', '1a2B1a2B1a2B'],
    ['from a leak', 'qazwsxedc'],
    ['the name of the product', 'Donation Royale'],
    ['the name of the product with a year', 'donation-royale2026'],
    ['the email address', 'ada.lovelace@DONOR.example'],
    ['the name in the email address', 'adalovelace'],
    ['the address of the page', 'give.royale-club.example'],
    ['a part of the address of the page', 'royale-club!'],
  ])('what is %s', async (_what, password) => {
    expect(await isGuessable(password, CONTEXT)).toBe(true)
  })

  test.each([
    PASSWORD,
    'four unrelated words here',
    'correct horse battery staple',
    'xkcd-936-Tr0ub4dor',
    'nur ein längerer Satz',
    '密碼不在任何清單上的句子',
    '🔑🦊🌋🎻🪁🧭🍋🛶',
    'donation of a grey elephant',
  ])('not "%s"', async (password) => {
    expect(await isGuessable(password, CONTEXT)).toBe(false)
  })
})

const REFUSAL = {
  code: 'PASSWORD_COMPROMISED',
  message:
    'This password is on lists that guessers try first. Choose a longer one, such as four unrelated words.',
}

let server: TestApp

beforeAll(async () => {
  server = await openTestApp()
})

afterAll(() => server.close())

function post(path: string, payload: object, cookie = ''): Promise<TestResponse> {
  return server.call({
    method: 'POST',
    url: `/api/auth/${path}`,
    payload,
    headers: { cookie },
  })
}

const signUp = (email: string, password: string) =>
  post('sign-up/email', { email, password, name: '' })

describe('a new password', () => {
  test.each(['password', 'Password1', 'donationroyale', 'grace.hopper'])(
    '"%s" is refused at the sign-up, with what to do, and nothing is stored',
    async (password) => {
      const before = await server.countRows()
      const answer = await signUp('grace.hopper@donor.example', password)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual(REFUSAL)
      expect(await server.countRows()).toEqual(before)
    },
  )

  test('is refused when the password is changed, and the old one goes on', async () => {
    const { cookie, email } = await server.signUp('change@donor.example')
    for (const newPassword of ['trustno1', email]) {
      const answer = await post(
        'change-password',
        { currentPassword: PASSWORD, newPassword },
        cookie,
      )
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual(REFUSAL)
    }
    expect((await post('sign-in/email', { email, password: PASSWORD })).statusCode).toBe(200)
  })

  test('is refused at a reset before anything else, so that the link still works', async () => {
    const answer = await post('reset-password', { token: 'any token', newPassword: 'password' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual(REFUSAL)
  })

  test.each([
    ['7 letters', 'sevenly'],
    ['7 characters that take 14 units', '🔑🦊🌋🎻🪁🧭🍋'],
  ])('of %s is refused with the rule', async (_what, password) => {
    const answer = await signUp('short@donor.example', password)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      code: 'PASSWORD_TOO_SHORT',
      message: 'Password too short: choose one of at least 8 characters.',
    })
  })

  test('of 64 characters outside the basic plane is taken as it is', async () => {
    const password = `${'🔑🦊🌋🎻🪁🧭🍋🛶'.repeat(7)}🪐🌍🌕🌟🌈🔥💧🎈`
    const answer = await signUp('long@donor.example', password)
    expect(answer.statusCode).toBe(200)
    const shorter = password.slice(0, -2)
    const payload = { email: 'long@donor.example' }
    expect((await post('sign-in/email', { ...payload, password: shorter })).statusCode).toBe(401)
    expect(cookiesOf(await post('sign-in/email', { ...payload, password }))).not.toBe('')
  })

  test('that is common is still compared at a login, where old accounts may have it', async () => {
    const answer = await post('sign-in/email', { email: 'old@donor.example', password: 'password' })
    expect(answer.statusCode).toBe(401)
  })
})
