import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMailServer } from '#tests/helpers/mail/mail-server.ts'
import type { Mail } from './mailer.ts'
import { openMailer } from './open-mailer.ts'
import { chooseSender } from './sender.ts'

const MAIL: Mail = {
  key: 'donation-stripe-ch_1',
  to: 'ada@donor.example',
  subject: 'Thank you',
  text: 'Hello',
  writtenAt: 0,
}

describe('the sender', () => {
  test.each([
    ['https://royale.example', undefined, 'no-reply@royale.example'],
    ['http://localhost:3000', undefined, 'no-reply@localhost'],
    ['https://royale.example', 'smtp://mail.example', 'no-reply@royale.example'],
    ['https://royale.example', 'smtp://apikey:x@mail.example', 'no-reply@royale.example'],
    ['https://royale.example', 'smtps://me%40club.example:x@mail.example', 'me@club.example'],
    [
      'https://royale.example',
      'smtps://me%40club.example%0D%0A:x@mail.example',
      'no-reply@royale.example',
    ],
  ])('of %s with %s is %s', (publicUrl, smtpUrl, address) => {
    const { hostname: host } = new URL(publicUrl)
    expect(chooseSender(publicUrl, smtpUrl)).toEqual({ name: 'Donation Royale', address, host })
  })
})

describe('opening the mailer', () => {
  let folder: string

  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'royale-mail-')), 'mail')
  })

  afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

  test('without a mail server each message is a file', async () => {
    const mailer = openMailer({ publicUrl: 'http://localhost:3000', smtpUrl: undefined, folder })
    expect(existsSync(folder)).toBe(false)
    await mailer.send(MAIL)
    await mailer.close()
    expect(readdirSync(folder)).toEqual(['donation-stripe-ch_1.eml'])
  })

  test('with a mail server no message is a file', async () => {
    const { url, mailbox, close } = await startMailServer()
    const mailer = openMailer({ publicUrl: 'https://royale.example', smtpUrl: url, folder })
    await mailer.send(MAIL)
    await mailer.close()
    await close()
    expect(mailbox[0]?.headers.get('message-id')).toBe('<donation-stripe-ch_1@royale.example>')
    expect(existsSync(folder)).toBe(false)
  })

  test('one that has sent nothing closes', async () => {
    const smtpUrl = 'smtp://127.0.0.1:9'
    const mailer = openMailer({ publicUrl: 'http://localhost:3000', smtpUrl, folder })
    await expect(mailer.close()).resolves.toBeUndefined()
  })
})
