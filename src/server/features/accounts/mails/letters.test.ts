import { describe, expect, test } from 'vitest'
import { HOST_ROLES } from '#contract/host/roles.ts'
import { toHtml, toText } from '#server/infra/mail/letter.ts'
import {
  writeInvitation,
  writeMemberJoined,
  writeRoleChanged,
  writeTeamChanged,
} from './team-letters.ts'
import {
  writeConfirmation,
  writeEmailChange,
  writeEmailChanged,
  writeHostNamed,
  writeHostRemoved,
  writeNewDevice,
  writePasskeyAdded,
  writePasskeyRemoved,
  writePasswordChanged,
  writePasswordReset,
  writeSecondFactorOff,
  writeSecondFactorOn,
} from './letters.ts'

const context = { publicUrl: 'https://royale.example', title: 'Gala <b>of</b> Quizzes' }

const LINKS = [
  [writeConfirmation, 'Confirm your email', '#confirm-email=some-token'],
  [writeEmailChange, 'Confirm your new email', '#confirm-email=some-token'],
  [writePasswordReset, 'Reset your password', '#reset-password=some-token'],
] as const

const device = { name: 'Firefox on Linux', address: '2001:db8::1', at: Date.UTC(2026, 10, 21, 9) }

const NOTICES = [
  [writePasswordChanged, 'Your password was changed'],
  [writeEmailChanged, 'Your email was changed'],
  [writeSecondFactorOn, 'Your second factor is on'],
  [writeSecondFactorOff, 'Your second factor is off'],
  [writePasskeyAdded, 'A passkey was added'],
  [writePasskeyRemoved, 'A passkey was removed'],
  [writeHostNamed, 'You are a host now'],
  [writeHostRemoved, 'You are no longer a host'],
] as const

const letters = [
  ...LINKS.map(([write]) => write(context, 'some-token')),
  ...NOTICES.map(([write]) => write(context)),
  writeNewDevice(context, device),
  ...HOST_ROLES.flatMap((role) => [
    writeInvitation(context, { role, token: 'some-token' }),
    writeMemberJoined(context, role),
    writeRoleChanged(context, role),
  ]),
  writeTeamChanged(context, 'You have removed ada@member.example.'),
]

describe('each letter about an account', () => {
  test.each(LINKS)(
    'with a token has it in the fragment, which no log sees: %#',
    (write, subject, end) => {
      const letter = write(context, 'some-token')
      expect(letter.subject).toBe(subject)
      expect(letter.link.url).toBe(`https://royale.example/${end}`)
      expect(letter.details).toContain('If you')
    },
  )

  test.each(NOTICES)('without a token links to the page: %#', (write, subject) => {
    const letter = write(context)
    expect(letter.subject).toBe(subject)
    expect(letter.link.url).toBe('https://royale.example')
  })

  test.each(letters.map((letter) => [letter.subject, letter] as const))(
    '"%s" is plain, whole and without pictures',
    (_subject, letter) => {
      const text = toText(letter)
      const html = toHtml(letter)
      expect(text).not.toMatch(/undefined|null|-Infinity/)
      for (const part of [letter.lead, letter.details, letter.link.url]) {
        expect(text).toContain(part)
        expect(html).toContain(part)
      }
      expect(html).not.toMatch(/<img|<link|src=|url\(/)
      expect(text).toContain('\nGala <b>of</b> Quizzes\n')
      expect(html).toContain('Gala &lt;b&gt;of&lt;/b&gt; Quizzes')
      expect(letter.subject.length).toBeLessThan(40)
      expect(text).toContain('because of an account at https://royale.example.')
    },
  )
})

test('an invitation says the role, what it may do, and has its token in the fragment', () => {
  const letter = writeInvitation(context, { role: 'treasurer', token: 'some-token' })
  expect(letter.lead).toBe('You are invited to help run this page, as treasurer.')
  expect(letter.details).toContain('may see donations, refund them and export them.')
  expect(letter.link.url).toBe('https://royale.example/#host=some-token')
})

test('the letter about a new device says which, from where and when', () => {
  const text = toText(writeNewDevice(context, device))
  expect(text).toMatch(/^Device +Firefox on Linux$/m)
  expect(text).toMatch(/^Address +2001:db8::1$/m)
  expect(text).toMatch(/^Date +November 21, 2026 at 09:00 UTC$/m)
})
