import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HostCampaign } from '#contract/campaign/settings.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { buildCapture, buildCheckout } from '#tests/helpers/databases/builders.ts'
import { BEGIN_REQUEST, declineCards } from '#tests/helpers/app/card-testing.ts'
import { deliver } from '#tests/helpers/app/checkouts.ts'
import { requireChallenge } from '#tests/helpers/app/proof-of-work.ts'
import { readMail } from '#tests/helpers/mail/received-mail.ts'
import { openPaymentHarness } from '#tests/helpers/app/payment-harness.ts'
import { bookCaptures, insertCheckouts } from '#server/features/checkouts/store.ts'
import { noteDeclines } from './declines.ts'

const MINUTE_MS = 60_000

const harness = openPaymentHarness({ adminEmail: 'host@royale.example' })

/** Inserts so many declines of several accounts and checkouts, as another node would. */
async function noteElsewhere(count: number): Promise<void> {
  const now = Date.now()
  await Promise.all(
    Array.from({ length: count }, () =>
      harness.server.database.write(noteDeclines, {
        key: randomUUID(),
        checkoutId: randomUUID(),
        userId: randomUUID(),
        at: now,
        now,
      }),
    ),
  )
}

/** Has so many cards of this harness's donor declined, and waits until all are counted. */
async function declineHere(count: number): Promise<void> {
  const before = await countDeclined()
  const { events } = await declineCards(harness, { count })
  for (const event of events) await deliver(harness.server, 'stripe', event)
  await expect.poll(countDeclined).toBe(before + count)
}

async function countDeclined(): Promise<number> {
  return (await harness.server.countRows())['declines'] ?? 0
}

/** Returns the mails about card testing, without those about accounts. */
async function readAlarms() {
  const folder = join(harness.server.database.dataDir, 'mail')
  const files = await readdir(folder).catch(() => [])
  const raw = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return raw.map(readMail).filter(({ text }) => text.includes('stolen cards'))
}

async function nameCampaign(title: string): Promise<void> {
  const host = await harness.server.signUpHost()
  const { campaign } = (await host.call({ url: HOST_ROUTES.campaign })).json<HostCampaign>()
  const headers = { 'if-match': String(campaign.version) }
  const request = { method: 'PUT', url: HOST_ROUTES.campaign, headers, payload: { title } } as const
  expect((await host.call(request)).statusCode).toBe(200)
}

const alarms = () => harness.server.log().match(/"level":50[^\n]*card testing suspected/g) ?? []

async function readMetrics(): Promise<string> {
  return (await harness.server.app.inject('/metrics')).body
}

test('thirty declines in ten minutes make everybody need a proof of work, and the host is told once', async () => {
  await nameCampaign('Gala for the Lighthouse')
  await noteElsewhere(28)
  const eve = await harness.server.signUp()
  const elsewhere = { ...BEGIN_REQUEST, remoteAddress: '203.0.113.9' }
  expect((await eve.call(elsewhere)).statusCode).toBe(200)
  expect(await readMetrics()).toContain('royale_card_testing_alarm 0')

  await declineHere(3)
  requireChallenge(await eve.call(elsewhere))

  await expect.poll(async () => (await readAlarms()).length).toBe(1)
  const [mail] = await readAlarms()
  expect(mail?.headers.get('to')).toContain('host@royale.example')
  expect(mail?.headers.get('from')).toContain('Gala for the Lighthouse')
  expect(mail?.headers.get('subject')).toBe('Somebody may be testing stolen cards on your page')
  expect(mail?.text).toMatch(/at least 30 payments were declined, more than were paid/)
  expect(mail?.text).toMatch(/Donors can go on giving/)
  expect(alarms()).toHaveLength(1)
  const metrics = await readMetrics()
  expect(metrics).toContain('royale_card_testing_alarm 1')
  expect(metrics).toContain('royale_checkout_declines_recent 31')
  expect(metrics).toContain('royale_checkout_declines_total 3')

  harness.clockOffsetMs = 31 * MINUTE_MS
  expect((await eve.call(elsewhere)).statusCode).toBe(200)
  expect(await readMetrics()).toContain('royale_card_testing_alarm 0')
})

test('declines raise no alarm if as many payments went through', async () => {
  const rows = Array.from({ length: 40 }, () => buildCheckout())
  await Promise.all(rows.map((row) => harness.server.database.write(insertCheckouts, row)))
  const timestamp = Date.now()
  await Promise.all(
    rows.map((row) =>
      harness.server.database.write(bookCaptures, buildCapture(row, { timestamp })),
    ),
  )
  await noteElsewhere(39)
  await declineHere(1)
  expect(alarms()).toEqual([])
  await declineHere(1)
  await expect.poll(() => alarms().length).toBe(1)
})
