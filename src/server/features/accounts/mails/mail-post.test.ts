import { pino } from 'pino'
import { expect, test } from 'vitest'
import { MailRefusedError, type Mail } from '#server/infra/mail/mailer.ts'
import { MailPost } from './mail-post.ts'

const MAIL: Mail = {
  key: 'account-1',
  to: 'ada@donor.example',
  subject: 'Confirm your email',
  text: 'secret-token',
  writtenAt: 0,
}

/** Builds a mail post whose mailer gives `answers` in turn and whose clock the test sets. */
function open(answers: (Error | 'sent')[]) {
  const sent: string[] = []
  const pauses: number[] = []
  let due: (() => void) | undefined
  let log = ''
  const post = new MailPost({
    mailer: {
      send: async ({ key }) => {
        const answer = answers.shift() ?? 'sent'
        if (answer !== 'sent') throw answer
        sent.push(key)
      },
      close: async () => {},
    },
    schedule: (work, delayMs) => {
      pauses.push(delayMs)
      due = work
      return () => (due = undefined)
    },
    logger: pino({}, { write: (line: string) => void (log += line) }),
  })
  const tick = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    const work = due
    due = undefined
    work?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { post, sent, pauses, tick, log: () => log }
}

const down = () => new Error('connect ECONNREFUSED')

test('a mail that cannot be sent is tried again, later each time, and then given up', async () => {
  const { post, sent, pauses, tick, log } = open([down(), down(), down(), down()])
  post.send(MAIL)
  for (let times = 0; times < 5; times += 1) await tick()
  expect(pauses).toEqual([5_000, 30_000, 120_000])
  expect(sent).toEqual([])
  expect(log()).toContain('account mail given up')
  expect(log()).toContain('ECONNREFUSED')
  expect(log()).not.toMatch(/ada@donor|secret-token/)
})

test('a mail is sent once the mail server is back', async () => {
  const { post, sent, tick } = open([down()])
  post.send(MAIL)
  await tick()
  expect(sent).toEqual(['account-1'])
})

test('an address that takes no mail is not tried again', async () => {
  const { post, pauses, tick, log } = open([new MailRefusedError('RCPT TO: 550 5.1.1')])
  post.send(MAIL)
  await tick()
  expect(pauses).toEqual([])
  expect(log()).toContain('550 5.1.1')
})

test('many mails are all sent, and what waits for another try ends with the server', async () => {
  const { post, sent, pauses } = open([])
  for (let index = 0; index < 50; index += 1) post.send({ ...MAIL, key: `account-${index}` })
  await expect.poll(() => sent.length).toBe(50)
  await post.close()
  expect(pauses).toEqual([])
})
