import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMailServer } from '#tests/helpers/mail/mail-server.ts'
import { readMail, type ReceivedMail } from '#tests/helpers/mail/received-mail.ts'
import { createFileMailer } from './file-mailer.ts'
import { MailRefusedError, type Mail, type Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const sender = {
  name: 'Donation Royale',
  address: 'no-reply@royale.example',
  host: 'royale.example',
}

function buildMail(overrides: Partial<Mail> = {}): Mail {
  return {
    key: 'donation-stripe-ch_1',
    to: 'ada@donor.example',
    subject: 'Thank you',
    text: 'Hello',
    writtenAt: Date.UTC(2026, 10, 21, 9, 25),
    ...overrides,
  }
}

interface Opened {
  mailer: Mailer
  /** Returns the messages that have arrived, one for each message id. */
  arrived: () => ReceivedMail[]
  close: () => Promise<void>
}

async function openSmtp(): Promise<Opened> {
  const server = await startMailServer()
  const mailer = createSmtpMailer({ url: server.url, sender })
  return {
    mailer,
    arrived: () => [
      ...new Map(server.mailbox.map((mail) => [mail.headers.get('message-id'), mail])).values(),
    ],
    close: async () => {
      await mailer.close()
      await server.close()
    },
  }
}

async function openFiles(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-mail-'))
  const mailer = createFileMailer({ folder: join(folder, 'mail'), sender })
  return {
    mailer,
    arrived: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.eml'))
        .map((name) => readMail(readFileSync(join(folder, name), 'utf8'))),
    close: async () => {
      await mailer.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe.each([
  { name: 'SMTP', open: openSmtp },
  { name: 'files', open: openFiles },
])('mail by $name', ({ open }) => {
  let opened: Opened

  beforeEach(async () => {
    opened = await open()
  })

  afterEach(() => opened.close())

  test('a message arrives with its texts, sender and date', async () => {
    await opened.mailer.send(buildMail({ text: 'Grüße\n.\nFrom me', html: '<p>Grüße 🎉</p>' }))
    const [mail] = opened.arrived()
    expect(mail?.text.trim()).toBe('Grüße\n.\nFrom me')
    expect(mail?.html?.trim()).toBe('<p>Grüße 🎉</p>')
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      from: 'Donation Royale <no-reply@royale.example>',
      to: 'ada@donor.example',
      subject: 'Thank you',
      date: 'Sat, 21 Nov 2026 09:25:00 +0000',
      'message-id': '<donation-stripe-ch_1@royale.example>',
      'auto-submitted': 'auto-generated',
    })
  })

  test('a message that can be ended says so to mail programs, and others do not', async () => {
    const endUrl = `https://royale.example/reminders/end/${'a'.repeat(32)}.${'b'.repeat(43)}`
    await opened.mailer.send(buildMail({ endUrl }))
    await opened.mailer.send(buildMail({ key: 'donation-stripe-ch_2' }))
    const [ending, other] = opened.arrived()
    expect(ending?.headers.get('list-unsubscribe')).toBe(`<${endUrl}>`)
    expect(ending?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(other?.headers.has('list-unsubscribe')).toBe(false)
  })

  test('a message that is sent twice shows as one', async () => {
    await opened.mailer.send(buildMail())
    await opened.mailer.send(buildMail())
    await opened.mailer.send(buildMail({ key: 'donation-stripe-ch_2' }))
    expect(opened.arrived()).toHaveLength(2)
  })

  test('messages that are sent at once all arrive', async () => {
    const keys = Array.from({ length: 12 }, (_, index) => `donation-stripe-ch_${index}`)
    await Promise.all(keys.map((key) => opened.mailer.send(buildMail({ key }))))
    expect(opened.arrived()).toHaveLength(12)
  })

  test('a subject of several lines stays one header', async () => {
    await opened.mailer.send(buildMail({ subject: 'Hi\r\nBcc: eve@evil.example\r\n\r\n<b>' }))
    const [mail] = opened.arrived()
    expect(mail?.headers.get('subject')).toMatch(/^Hi\s+Bcc: eve@evil.example\s+<b>$/)
    expect([...(mail?.headers.keys() ?? [])]).not.toContain('bcc')
    expect(mail?.text.trim()).toBe('Hello')
  })

  test.each([
    'ada',
    'ada@donor.example\r\nBcc: eve@evil.example',
    'ada@donor.example, eve@evil.example',
    'Ada <ada@donor.example>',
    '',
  ])('%j is no address, and nothing is sent', async (to) => {
    await expect(opened.mailer.send(buildMail({ to }))).rejects.toThrow(MailRefusedError)
    expect(opened.arrived()).toEqual([])
  })

  test.each(['../secrets', 'a/b', 'a b', 'a>\r\nX: y', ''])(
    '%j is no name for a message, and nothing is sent',
    async (key) => {
      await expect(opened.mailer.send(buildMail({ key }))).rejects.toThrow('no name')
      expect(opened.arrived()).toEqual([])
    },
  )
})

describe('mail by SMTP', () => {
  const closers: (() => Promise<void>)[] = []

  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  async function connect(server: Parameters<typeof startMailServer>[0], user = '', limits = {}) {
    const { url, mailbox, port, close } = await startMailServer(server)
    const mailer = createSmtpMailer({ url: url.replace('//', `//${user}`), sender, ...limits })
    closers.push(() => mailer.close(), close)
    return { mailer, mailbox, port }
  }

  const refusalOf = async (reply: string) => {
    const { mailer } = await connect({ refuse: () => reply })
    return mailer.send(buildMail()).catch((error: unknown) => error)
  }

  test.each([
    ['550 5.1.1 <ada@donor.example>: no such user', 'RCPT TO: 550 5.1.1'],
    ['550 5.2.1 ada is disabled', 'RCPT TO: 550 5.2.1'],
    ['550 No such user ada@donor.example', 'RCPT TO: 550'],
  ])('an address that takes no mail is refused for good: %s', async (reply, reason) => {
    const error = await refusalOf(reply)
    expect(error).toBeInstanceOf(MailRefusedError)
    expect(error).toHaveProperty('message', reason)
  })

  test.each([
    ['451 4.7.1 Greylisted, ada@donor.example', 'RCPT TO: 451 4.7.1'],
    ['554 5.7.1 <ada@donor.example>: Relay access denied', 'RCPT TO: 554 5.7.1'],
    ['552 Mailbox full', 'RCPT TO: 552'],
    ['530 Authentication required', 'RCPT TO: 530'],
  ])('what may pass or can be mended is no refusal: %s', async (reply, reason) => {
    const error = await refusalOf(reply)
    expect(error).not.toBeInstanceOf(MailRefusedError)
    expect(error).toHaveProperty('message', reason)
  })

  test('one refused recipient does not keep the next from being reached', async () => {
    const { mailer, mailbox } = await connect({
      refuse: (address) => (address.startsWith('gone@') ? '550 5.1.1 Gone' : undefined),
    })
    await expect(mailer.send(buildMail({ to: 'gone@donor.example' }))).rejects.toThrow('5.1.1')
    await mailer.send(buildMail())
    expect(mailbox.map(({ recipients }) => recipients)).toEqual([['ada@donor.example']])
  })

  test('a server that is away fails in time, and works once it is back', async () => {
    const first = await startMailServer()
    const mailer = createSmtpMailer({ url: first.url, sender })
    closers.push(() => mailer.close())
    await mailer.send(buildMail())
    await first.close()
    await expect(mailer.send(buildMail())).rejects.toThrow('ECONNREFUSED')
    const second = await startMailServer({ port: first.port })
    closers.push(second.close)
    await mailer.send(buildMail())
    expect(second.mailbox).toHaveLength(1)
  })

  test('a server that answers no more is given up in time', async () => {
    const limits = { answerTimeoutMs: 300, messageTimeoutMs: 60_000 }
    const { mailer } = await connect({ isStuck: true }, '', limits)
    const start = Date.now()
    await expect(mailer.send(buildMail())).rejects.not.toBeInstanceOf(MailRefusedError)
    expect(Date.now() - start).toBeLessThan(2_000)
  })

  test('user and password of the URL log in', async () => {
    const account = { user: 'post@royale.example', password: 'p@ss:w/rd' }
    const { mailer, mailbox } = await connect({ account }, 'post%40royale.example:p%40ss%3Aw%2Frd@')
    await mailer.send(buildMail())
    expect(mailbox).toHaveLength(1)
  })

  // Linux connects to itself at 0.0.0.0, which is not a loopback address.
  test.skipIf(process.platform !== 'linux')(
    'a password is not sent in the clear over a network',
    async () => {
      const account = { user: 'post', password: 'right' }
      const { url, mailbox, close } = await startMailServer({ account })
      const network = url.replace('127.0.0.1', 'post:right@0.0.0.0')
      const mailer = createSmtpMailer({ url: network, sender })
      closers.push(() => mailer.close(), close)
      await expect(mailer.send(buildMail())).rejects.toThrow('STARTTLS')
      expect(mailbox).toEqual([])
    },
  )

  test('a wrong password waits for the host, and is not repeated', async () => {
    const account = { user: 'post', password: 'right' }
    const { mailer } = await connect({ account }, 'post:canary@')
    const error = await mailer.send(buildMail()).catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(MailRefusedError)
    expect(error).toHaveProperty('message', expect.stringMatching(/^AUTH \w+: 535/))
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('canary')
  })
})

test('a file can be read by nobody but the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'royale-mail-'))
  const mailer = createFileMailer({ folder: join(folder, 'mail'), sender })
  await mailer.send(buildMail())
  const modes = ['mail', 'mail/donation-stripe-ch_1.eml'].map((name) =>
    (statSync(join(folder, name)).mode & 0o777).toString(8),
  )
  expect(modes).toEqual(['700', '600'])
  rmSync(folder, { recursive: true })
})

test('a folder that was removed is made again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'royale-mail-'))
  const mailer = createFileMailer({ folder: join(folder, 'mail'), sender })
  await mailer.send(buildMail())
  rmSync(join(folder, 'mail'), { recursive: true })
  await mailer.send(buildMail())
  expect(readdirSync(join(folder, 'mail'))).toEqual(['donation-stripe-ch_1.eml'])
  rmSync(folder, { recursive: true })
})

test('messages that are stored at once are all there when they are sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'royale-mail-'))
  const mailer = createFileMailer({ folder: join(folder, 'mail'), sender })
  const keys = Array.from({ length: 20 }, (_, index) => `donation-stripe-ch_${index}`)
  const missing = await Promise.all(
    keys.map(async (key) => {
      await mailer.send(buildMail({ key }))
      return !readdirSync(join(folder, 'mail')).includes(`${key}.eml`)
    }),
  )
  expect(missing).toEqual(keys.map(() => false))
  expect(readdirSync(join(folder, 'mail'))).toHaveLength(20)
  rmSync(folder, { recursive: true })
})

test('every line of a stored message ends as mail programs expect', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'royale-mail-'))
  try {
    const text = 'One\nTwo\r\nThree'
    await createFileMailer({ folder, sender }).send(buildMail({ text, html: '<p>One\nTwo</p>' }))
    const [name = ''] = readdirSync(folder)
    const stored = readFileSync(join(folder, name), 'utf8')
    expect(stored).toContain('One\r\nTwo\r\nThree')
    expect(stored.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
