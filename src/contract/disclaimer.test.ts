import { expect, test } from 'vitest'
import { formatAcceptance, parseAcceptance } from './disclaimer.ts'

test('an acceptance survives the cookie', () => {
  const acceptance = { version: '2026-11-01', acceptedAt: '2026-11-21T10:00:00.000Z' }
  expect(parseAcceptance(formatAcceptance(acceptance))).toEqual(acceptance)
})

test.each([
  '',
  'yes',
  '2026-11-01',
  '2026-11-01~now',
  '~2026-11-21T10:00:00.000Z',
  'v~2026-99-99T99:99:99.999Z',
])('a cookie of "%s" is no acceptance', (value) => {
  expect(parseAcceptance(value)).toBeUndefined()
})
