import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMailServer } from '#tests/helpers/mail/mail-server.ts'
import { createThreadMailer } from './mail-thread.ts'
import { MailRefusedError, MailServerError, type Mail } from './mailer.ts'

const ENTRY = new URL('../../mailer.ts', import.meta.url)
const SENDER = {
  name: 'Donation Royale',
  address: 'no-reply@royale.example',
  host: 'royale.example',
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-mail-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

function buildMail(index = 0): Mail {
  return {
    key: `donation-${index}`,
    to: 'ada@donor.example',
    subject: 'Thank you',
    text: 'Hello',
    writtenAt: 0,
  }
}

const byFile = () => ({ smtpUrl: undefined, folder, sender: SENDER })

test('messages that are sent at once each end by themselves', async () => {
  const mailer = createThreadMailer(ENTRY, byFile())
  await Promise.all(Array.from({ length: 40 }, (_, index) => mailer.send(buildMail(index))))
  expect(readdirSync(folder)).toHaveLength(40)
  await mailer.close()
})

test('a refused address and a mail server that takes nothing are told apart', async () => {
  const server = await startMailServer({ refuse: () => '550 5.1.1 Nobody' })
  const mailer = createThreadMailer(ENTRY, { ...byFile(), smtpUrl: server.url })
  await expect(mailer.send(buildMail())).rejects.toThrow(MailRefusedError)
  await server.close()
  await expect(mailer.send(buildMail())).rejects.toThrow(MailServerError)
  await mailer.close()
})

test('a thread that ends by itself fails what it was sending, and the next message starts another', async () => {
  const entry = new URL('data:text/javascript,process.exit(3)')
  const mailer = createThreadMailer(entry, byFile())
  const failure = 'The thread that sends mail has ended.'
  const sent = await Promise.allSettled([mailer.send(buildMail(1)), mailer.send(buildMail(2))])
  expect(sent.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(mailer.send(buildMail())).rejects.toThrow(failure)
  await mailer.close()
})

test('a thread that has long sent nothing ends, and a later message is sent all the same', async () => {
  const ports = countPorts()
  const mailer = createThreadMailer(ENTRY, byFile(), 0)
  await mailer.send(buildMail(1))
  await vi.waitFor(() => expect(countPorts()).toBe(ports), { timeout: 30_000 })
  await mailer.send(buildMail(2))
  expect(readdirSync(folder)).toHaveLength(2)
  await mailer.close()
})

/** Returns the number of open ports, of which each thread has one. */
function countPorts(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length
}

test('closing does not wait for a mail server that stands still', async () => {
  const server = await startMailServer({ isStuck: true })
  const mailer = createThreadMailer(ENTRY, { ...byFile(), smtpUrl: server.url })
  const sent = Promise.allSettled([mailer.send(buildMail())])
  await mailer.close()
  await expect(sent).resolves.toMatchObject([{ status: 'rejected' }])
  await server.close()
})
