import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { composeMail } from './compose-mail.ts'
import { toHtml } from './letter.ts'
import { renderMail } from './render-mail.ts'

const sender = {
  name: 'Donation Royale',
  address: 'no-reply@royale.example',
  host: 'royale.example',
}

const letter = {
  subject: 'Thank you',
  title: 'Grüße',
  notice: undefined,
  greeting: 'Hello Ada 🎉,',
  lead: 'Thank you.',
  details: 'It counts. '.repeat(40),
  facts: [{ label: 'Amount', value: '$5.00' }],
  link: { label: 'Board', url: 'https://royale.example/?a=b' },
  footer: 'You gave.',
}

test.each([
  { name: 'a plain text', text: 'Hello\n.\nFrom me', html: undefined },
  { name: 'a text that ends in a line break', text: 'Hello\r\n', html: undefined },
  { name: 'a text that ends in blanks', text: 'Grüße \t\n ', html: undefined },
  { name: 'a text with long lines', text: 'Hello '.repeat(300), html: undefined },
  { name: 'a text in other letters', text: '感谢您的捐款\n'.repeat(50), html: '<p>感谢</p>' },
  { name: 'a text with HTML', text: 'Grüße\n= 🎉', html: toHtml(letter) },
])('$name is rendered as nodemailer builds it', async ({ text, html }) => {
  const mail = { key: 'key', to: 'ada@donor.example', subject: 'Grüße 🎉', text, writtenAt: 0 }
  const message = {
    ...composeMail({ ...mail, ...(html !== undefined && { html }) }, sender),
    baseBoundary: 'fixed',
  }
  const built = new MailComposer({ ...message, newline: 'windows' }).compile().build()
  expect(renderMail(message).toString()).toBe((await built).toString())
})

test('a message with anything but texts is refused', () => {
  expect(() => renderMail({ text: { path: '/etc/passwd' } })).toThrow('consists of texts')
})
