import { expect, test } from 'vitest'
import { readEmailAddress } from './email-address.ts'

test.each([
  ['ada@donor.example', 'ada@donor.example'],
  [' Ada.Lovelace+royale@Donor.Example ', 'ada.lovelace+royale@donor.example'],
  ["o'hara@mail.donor.example", "o'hara@mail.donor.example"],
  ['info@münchen.example', 'info@xn--mnchen-3ya.example'],
  ['info@MÜNCHEN.example', 'info@xn--mnchen-3ya.example'],
  ['info@xn--mnchen-3ya.example', 'info@xn--mnchen-3ya.example'],
  [`${'a'.repeat(64)}@donor.example`, `${'a'.repeat(64)}@donor.example`],
])('%j is the address %s', (typed, address) => {
  expect(readEmailAddress(typed)).toEqual({ address })
})

test.each([
  '',
  'ada',
  '@donor.example',
  'ada@',
  'ada@donor',
  'ada@donor.',
  'ada@donor..example',
  '.ada@donor.example',
  'ada.@donor.example',
  'a..b@donor.example',
  'a b@donor.example',
  'ada@donor.example:80',
  'ada@donor.example/x',
  'ada@127.0.0.1',
  'ada@[::1]',
  'ada@-donor.example',
  'ada@a%41.example',
  'ada@donor.example\r\nBcc: eve@evil.example',
  'ada@donor.example, eve@evil.example',
  'Ada <ada@donor.example>',
  `ada@${'a'.repeat(64)}.example`,
  `ada@${'abc.'.repeat(63)}example`,
])('%j is none yet', (typed) => {
  expect(readEmailAddress(typed)).toEqual({
    problem: 'This is not an email address yet. It looks like name@example.com.',
  })
})

test('a local part that mail servers refuse is told why', () => {
  const problems = ['jörg@example.com', `${'a'.repeat(65)}@example.com`, 'info@пример.рф'].map(
    (typed) => readEmailAddress(typed),
  )
  expect(problems).toEqual([
    {
      problem: 'We cannot send mail to an address with “ö” before the @. Please use another one.',
    },
    {
      problem:
        'No mail arrives at this address: before the @ it has 65 characters, and 64 are the most. Please check it.',
    },
    { problem: 'We cannot send mail to this ending yet. Please use another address.' },
  ])
})
