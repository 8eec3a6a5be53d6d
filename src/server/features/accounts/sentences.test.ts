import { BASE_ERROR_CODES } from '@better-auth/core/error'
import { TWO_FACTOR_ERROR_CODES } from 'better-auth/plugins/two-factor'
import { expect, test } from 'vitest'
import { nameDevice } from '#contract/device-name.ts'
import { toRefusal } from './sentences.ts'

/** The codes whose sentences come from elsewhere in the code. */
const OWN_WAY = new Set(['INVALID_EMAIL_OR_PASSWORD', 'PASSWORD_TOO_SHORT'])

const CODES = [
  ...Object.keys(BASE_ERROR_CODES),
  ...Object.keys(TWO_FACTOR_ERROR_CODES),
  'MADE_UP',
].filter((code) => !OWN_WAY.has(code))

test.each(CODES)('%s is told in a sentence, and not in the words of the library', (code) => {
  const { message } = toRefusal(400, { code, message: 'Field `xyz` canary' })
  expect(message).toMatch(/^[A-Z][^{}`]{15,120}\.$/)
})

test('a wrong login is told as the page has always told it, and our own rules in their words', () => {
  const wrong = toRefusal(401, { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'canary' })
  expect(wrong.message).toBe('Invalid email or password')
  const short = toRefusal(400, { code: 'PASSWORD_TOO_SHORT', message: 'Choose a longer one.' })
  expect(short.message).toBe('Choose a longer one.')
})

test('a refusal without a code says at least what to do', () => {
  expect(toRefusal(401, {}).message).toBe('Please log in first.')
  expect(toRefusal(500, {}).message).toContain('Please try again later.')
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.0 http://evil.example', 'An unknown browser'],
  ['', 'An unknown browser'],
])('"%s" is named %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})
