import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { DATABASES } from '#tests/helpers/databases/databases.ts'
import { startMailServer, type MailServer } from '#tests/helpers/mail/mail-server.ts'
import { readMail } from '#tests/helpers/mail/received-mail.ts'
import { createMemoryBus } from '#server/infra/bus/memory-bus.ts'
import type { Database } from '#server/infra/database/database.ts'
import { createFileMailer } from '#server/infra/mail/file-mailer.ts'
import { MailRefusedError, MailServerError, type Mailer } from '#server/infra/mail/mailer.ts'
import { createSmtpMailer } from '#server/infra/mail/smtp-mailer.ts'
import type { Schedule } from '#server/infra/schedule.ts'
import type { Movement } from '#server/payments/provider.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { Outbox } from './outbox.ts'
import { finishMail } from './store.ts'

const START = Date.UTC(2026, 10, 21, 9, 25)
const SECOND_MS = 1_000
const HOUR_MS = 60 * 60 * SECOND_MS

const sender = {
  name: 'Donation Royale',
  address: 'no-reply@royale.example',
  host: 'royale.example',
}

let now: number
let log: string
let mailServer: MailServer
let emails: Map<string, string>
let unconfirmed: Set<string>
let bus: ReturnType<typeof createMemoryBus>
let outboxes: Outbox[]
let closers: (() => unknown)[]

beforeEach(async () => {
  now = START
  log = ''
  emails = new Map([['user-1', 'ada@donor.example']])
  unconfirmed = new Set()
  bus = createMemoryBus()
  outboxes = []
  mailServer = await startMailServer()
  closers = [() => mailServer.close()]
})

afterEach(async () => {
  for (const outbox of outboxes) await outbox.close()
  for (const close of closers.toReversed()) await close()
})

function connect(url = mailServer.url): Mailer {
  const mailer = createSmtpMailer({ url, sender })
  closers.push(() => mailer.close())
  return mailer
}

/** Ends the pause before an outcome is stored once more; the test itself wakes the outbox. */
const skipRetryPause: Schedule = (run, ms) => {
  if (ms === SECOND_MS) {
    now += ms
    run()
  }
  return () => {}
}

/** Opens an outbox whose clock the test sets; it works when the bus hints. */
function openOutbox(database: Database, mailer: Mailer = connect()): Outbox {
  const outbox = new Outbox({
    campaign: { findAt: async () => DEFAULT_CAMPAIGN },
    database,
    mailer,
    bus,
    findRecipient: async (userId) => {
      const email = emails.get(userId)
      return email === undefined ? undefined : { email, isConfirmed: !unconfirmed.has(userId) }
    },
    publicUrl: 'https://royale.example',
    clock: () => now,
    schedule: skipRetryPause,
    logger: pino({}, { write: (line: string) => void (log += line) }),
  })
  outboxes.push(outbox)
  outbox.start()
  return outbox
}

/** Advances the clock, and waits until all due mails are done. */
async function pass(ms: number): Promise<void> {
  now += ms
  bus.publish()
  for (const outbox of outboxes) await outbox.idle()
}

interface Donation {
  amountCents?: number
  /** The amount that the host has accepted in place of the agreed one. */
  acceptedCents?: number
  userId?: string
  name?: string | null
  livemode?: 0 | 1
}

/** Books a paid donation; returns a function that books it again with further movements. */
async function donate(database: Database, donation: Donation = {}) {
  const { amountCents = 500, userId = 'user-1', name = 'Ada', livemode = 1 } = donation
  const { acceptedCents = null } = donation
  const checkout = buildCheckout({
    amount_cents: amountCents,
    accepted_cents: acceptedCents,
    user_id: userId,
    livemode,
  })
  await database.write(insertCheckouts, checkout)
  const taken = { amountCents: acceptedCents ?? amountCents, timestamp: now }
  const book = (...movements: Movement[]) =>
    database.write(bookCaptures, buildCapture(checkout, { name, movements, ...taken }))
  await book()
  return { donationId: checkout.donation_id, book }
}

const refund = (objectId: string, amountCents: number): Movement => ({
  kind: 'refund',
  objectId,
  amountCents,
})

function listMails({ reader }: Database) {
  return reader
    .selectFrom('mails')
    .select(['kind', 'attempts', 'finished_at', 'outcome', 'next_attempt_at'])
    .orderBy('id')
    .execute()
}

const subjects = () => mailServer.mailbox.map(({ headers }) => headers.get('subject'))

describe.each(DATABASES)('the outbox on $name', ({ open }) => {
  let database: Database

  beforeEach(async () => {
    database = await open()
    closers.push(() => database.close())
  })

  test('each paid donation is told once, however often it is booked and the outbox runs', async () => {
    const { book, donationId } = await donate(database)
    openOutbox(database)
    await pass(0)
    await book()
    for (let runs = 0; runs < 5; runs += 1) await pass(HOUR_MS)
    expect(subjects()).toEqual(['Thank you for your donation of $5.00'])
    const [mail] = mailServer.mailbox
    expect(mail?.recipients).toEqual(['ada@donor.example'])
    expect(mail?.text).toContain(donationId)
    expect(mail?.text).toContain('November 21, 2026 at 09:25 UTC')
    expect(await listMails(database)).toMatchObject([
      { kind: 'donation', attempts: 1, finished_at: START, outcome: 'sent' },
    ])
  })

  test('each refund is told once, and so is one that fails afterwards', async () => {
    const { book } = await donate(database)
    openOutbox(database)
    await book(refund('re_1', 200))
    await book(refund('re_1', 200), refund('re_2', 300))
    await pass(SECOND_MS)
    await book({ kind: 'refund_reversal', objectId: 're_2', amountCents: 300 })
    await pass(SECOND_MS)
    expect(new Set(subjects())).toEqual(
      new Set([
        '$2.00 is on its way back to you',
        '$3.00 is on its way back to you',
        'Thank you for your donation of $5.00',
        'The refund of $3.00 could not be completed',
      ]),
    )
    expect(subjects()).toHaveLength(4)
    const texts = mailServer.mailbox.map(({ text }) => text)
    expect(texts.join()).toContain('$2.00 of your donation of $5.00 is on its way back to you.')
  })

  test('the refund of a payment that the host accepted names the amount that was taken', async () => {
    const { book } = await donate(database, { amountCents: 500, acceptedCents: 700 })
    openOutbox(database)
    await book(refund('re_1', 200))
    await pass(SECOND_MS)
    const texts = mailServer.mailbox.map(({ text }) => text)
    expect(texts.join()).toContain('$2.00 of your donation of $7.00 is on its way back to you.')
  })

  test('the last of two refunds says that nothing is left', async () => {
    const { book } = await donate(database)
    openOutbox(database)
    await book(refund('re_1', 200))
    await pass(SECOND_MS)
    await book(refund('re_1', 200), refund('re_2', 300))
    await pass(SECOND_MS)
    const textOf = (subject: string) =>
      mailServer.mailbox.find(({ headers }) => headers.get('subject') === subject)?.text
    expect(textOf('$2.00 is on its way back to you')).toContain('the $3.00 that is left of it')
    expect(textOf('$3.00 is on its way back to you')).toContain('All of it has gone back by now')
  })

  test('a crash after sending and before marking leaves one message', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'royale-mail-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    const mailer = createFileMailer({ folder, sender })
    await donate(database)
    const crashing = openOutbox(crashingAtFinish(database), mailer)
    await pass(0)
    await crashing.close()
    expect(readdirSync(folder)).toHaveLength(1)
    expect(await listMails(database)).toMatchObject([{ attempts: 1, finished_at: null }])
    openOutbox(database, mailer)
    await pass(60 * SECOND_MS)
    expect(await listMails(database)).toMatchObject([{ attempts: 2, outcome: 'sent' }])
    const files = readdirSync(folder)
    expect(files).toHaveLength(1)
    expect(readMail(readFileSync(join(folder, files[0] ?? ''), 'utf8')).text).toContain('$5.00')
  })

  test('sent again after a crash, a message has the name that it had', async () => {
    await donate(database)
    const crashing = openOutbox(crashingAtFinish(database))
    await pass(0)
    await crashing.close()
    openOutbox(database)
    await pass(60 * SECOND_MS)
    const ids = mailServer.mailbox.map(({ headers }) => headers.get('message-id'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('while the mail server is down mails wait, and go out later', async () => {
    await openOutbox(database).idle()
    await mailServer.close()
    for (let donations = 0; donations < 12; donations += 1) await donate(database)
    await pass(0)
    await pass(5 * SECOND_MS)
    const attempts = (await listMails(database)).map((mail) => mail.attempts)
    // The donor's others are not tried once the first has failed.
    expect(attempts.reduce((sum, count) => sum + count)).toBe(1)
    // The mailer tells once that the mail server is away.
    expect(log).not.toContain('not sent yet')
    const outcomes = (await listMails(database)).map(({ outcome }) => outcome)
    expect(outcomes.join()).toContain('ECONNREFUSED')
    mailServer = await startMailServer({ port: mailServer.port })
    await pass(10 * SECOND_MS)
    await pass(10 * SECOND_MS)
    expect(mailServer.mailbox).toHaveLength(12)
    expect((await listMails(database)).map(({ outcome }) => outcome)).toEqual(
      Array(12).fill('sent'),
    )
  })

  test('a mail server that goes away during a claim costs each sender one try', async () => {
    const donors = Array.from({ length: 60 }, (_, index) => `donor-${index}`)
    for (const userId of donors) {
      emails.set(userId, `${userId}@donor.example`)
      await donate(database, { userId })
    }
    let left = 20
    const mailer: Mailer = {
      send: async () => {
        left -= 1
        if (left < 0) throw new MailServerError('It has gone away.')
      },
      close: async () => {},
    }
    openOutbox(database, mailer)
    await pass(0)
    const mails = await listMails(database)
    expect(mails.filter(({ outcome }) => outcome === 'sent')).toHaveLength(20)
    const tried = mails.filter(({ outcome }) => outcome === 'It has gone away.')
    expect(tried.length).toBeLessThanOrEqual(10)
    expect(mails.filter(({ attempts }) => attempts === 0)).toHaveLength(40 - tried.length)
    left = 60
    await pass(20 * SECOND_MS)
    expect((await listMails(database)).every(({ outcome }) => outcome === 'sent')).toBe(true)
  })

  test('no mail of a claim that may end before it is sent is begun', async () => {
    for (let donations = 0; donations < 5; donations += 1) await donate(database)
    const sentAt: number[] = []
    const mailer: Mailer = {
      send: async () => {
        now += 12 * SECOND_MS
        sentAt.push(now)
      },
      close: async () => {},
    }
    openOutbox(database, mailer)
    await pass(0)
    // Three of the first claim, the others of the next one.
    expect(sentAt).toHaveLength(5)
    expect((await listMails(database)).map(({ attempts }) => attempts)).toEqual(Array(5).fill(1))
  })

  test('of many mails at once each ends by itself', async () => {
    const donors = Array.from({ length: 30 }, (_, index) => `donor-${index}`)
    for (const [index, userId] of donors.entries()) {
      if (index % 5 !== 0) emails.set(userId, `${userId}@donor.example`)
      await donate(database, { userId })
    }
    const mailer: Mailer = {
      concurrency: 30,
      send: async ({ to }) => {
        if (to.startsWith('donor-1@')) throw new MailRefusedError('no such mailbox')
        if (to.startsWith('donor-2@')) throw new Error('later')
      },
      close: async () => {},
    }
    openOutbox(database, mailer)
    await pass(0)
    const outcomes = (await listMails(database)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(
      donors.map((_, index) => {
        if (index % 5 === 0) return 'the account is gone'
        return (
          new Map([
            [1, 'no such mailbox'],
            [2, 'later'],
          ]).get(index) ?? 'sent'
        )
      }),
    )
  })

  test('a receipt that cannot be sent for three days is given up, with the reason', async () => {
    await donate(database)
    await mailServer.close()
    openOutbox(database)
    const pauses: number[] = []
    for (let tries = 0; tries < 80; tries += 1) {
      await pass(0)
      const [mail] = await listMails(database)
      pauses.push((mail?.next_attempt_at ?? 0) - now)
      now = mail?.next_attempt_at ?? now
    }
    expect(pauses.slice(0, 10).map((ms) => ms / SECOND_MS)).toEqual([
      10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600,
    ])
    expect((now - START) / HOUR_MS).toBeCloseTo(72, 0)
    expect(await listMails(database)).toMatchObject([{ attempts: 80, finished_at: null }])
    await pass(0)
    expect(await listMails(database)).toMatchObject([
      { attempts: 81, finished_at: now, outcome: expect.stringContaining('ECONNREFUSED') },
    ])
    expect(log).toContain('receipt given up')
  })

  test('an address that takes no mail is given up at once, and the others get theirs', async () => {
    await mailServer.close()
    mailServer = await startMailServer({
      refuse: (address) =>
        address === 'gone@donor.example' ? `550 5.1.1 <${address}>: no such user` : undefined,
    })
    emails.set('user-2', 'gone@donor.example')
    await donate(database, { userId: 'user-2' })
    await donate(database)
    openOutbox(database)
    await pass(0)
    expect(await listMails(database)).toMatchObject([
      { attempts: 1, finished_at: START, outcome: 'RCPT TO: 550 5.1.1' },
      { attempts: 1, finished_at: START, outcome: 'sent' },
    ])
    expect(log).toContain('receipt given up')
    expect(log).not.toContain('@donor.example')
  })

  test('there is no mail for a donor who is gone', async () => {
    await donate(database, { userId: 'user-2' })
    openOutbox(database)
    await pass(0)
    expect(mailServer.mailbox).toEqual([])
    expect(await listMails(database)).toMatchObject([
      { finished_at: START, outcome: 'the account is gone' },
    ])
  })

  test('the address is the one that the account has when the mail goes out', async () => {
    await donate(database)
    emails.set('user-1', 'lovelace@donor.example')
    openOutbox(database)
    await pass(0)
    expect(mailServer.mailbox[0]?.recipients).toEqual(['lovelace@donor.example'])
  })

  test('mails that an earlier run has left are sent by the next, without any hint', async () => {
    await donate(database)
    const outbox = openOutbox(database)
    await outbox.idle()
    expect(mailServer.mailbox).toHaveLength(1)
  })

  test('an address that nobody confirmed gets five mails a day, and the rest once it is', async () => {
    unconfirmed.add('user-1')
    for (let donations = 0; donations < 12; donations += 1) await donate(database)
    const outbox = openOutbox(database)
    await pass(0)
    expect(mailServer.mailbox).toHaveLength(5)
    for (let hours = 0; hours < 23; hours += 1) await pass(HOUR_MS)
    expect(mailServer.mailbox).toHaveLength(5)
    await pass(2 * HOUR_MS)
    await pass(6 * HOUR_MS)
    expect(mailServer.mailbox).toHaveLength(10)
    unconfirmed.clear()
    await outbox.release('user-1')
    await outbox.idle()
    expect(mailServer.mailbox).toHaveLength(12)
    expect((await listMails(database)).map(({ attempts }) => attempts)).toEqual(Array(12).fill(1))
  })

  test('a hostile name stays text', async () => {
    await donate(database, { name: '<b onmouseover=alert(1)>' })
    openOutbox(database)
    await pass(0)
    const [mail] = mailServer.mailbox
    expect(mail?.text).toContain('Hello <b onmouseover=alert(1)>,')
    expect(mail?.html).toContain('Hello &lt;b onmouseover=alert(1)&gt;,')
    expect(mail?.html).not.toContain('<b on')
  })
})

/** Builds a database whose process crashes when it marks a mail as sent. */
function crashingAtFinish(database: Database): Database {
  return {
    ...database,
    write: (write, input) =>
      write.name === finishMail.name
        ? Promise.reject(new Error('The process is gone.'))
        : database.write(write, input),
  }
}

describe.each(DATABASES)('two nodes on one $name', ({ openTwice }) => {
  test('a second node does not send what the first has claimed', async () => {
    const [first, second] = await openTwice()
    for (const node of new Set([first, second])) closers.push(() => node.close())
    await Promise.all(Array.from({ length: 40 }, () => donate(first)))
    openOutbox(first)
    openOutbox(second)
    await pass(0)
    await pass(59 * SECOND_MS)
    const ids = mailServer.mailbox.map(({ headers }) => headers.get('message-id'))
    expect(ids).toHaveLength(40)
    expect(new Set(ids).size).toBe(40)
    expect((await listMails(second)).map(({ attempts }) => attempts)).toEqual(Array(40).fill(1))
  })
})
