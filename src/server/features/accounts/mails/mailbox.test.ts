import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['ada@donor.example', 'ada@donor.example'],
  ['Ada+royale@Donor.example', 'ada@donor.example'],
  ['ada+1+2@donor.example', 'ada@donor.example'],
  ['a.da@donor.example', 'a.da@donor.example'],
  ['a.d.a+1@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
])('%s leads to the mailbox of %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
