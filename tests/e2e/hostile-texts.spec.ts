import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sessionSchema } from '#contract/checkouts.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { ROUTES } from '#contract/routes.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, signIn } from '../helpers/browser/host.ts'
import { enter } from '../helpers/browser/visitor.ts'
import { readMail } from '../helpers/mail/received-mail.ts'
import type { AppServer } from '../helpers/server/app-server.ts'
import { payOnHostedPage, signUp, type Donor } from '../helpers/server/donor.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'
import { setScreening } from '../helpers/server/screening.ts'

const MARKUP = '</script><img src=x onerror=hacked()>'
const NAME = `=cmd()"'${MARKUP}`.slice(0, 40)
const MESSAGE = `${MARKUP}</style></textarea><svg onload=hacked()>\u202e{{7*7}}`

/** The console's pages, and whether a text of them is the campaign's or a donation's. */
const CONSOLE: [path: string, hasText: boolean][] = [
  ['/host', false],
  ['/host/donations', true],
  ['/host/texts', false],
  ['/host/campaign', true],
  ['/host/audit', true],
]

test('hostile texts stay texts on every page, in every mail and file', async ({ page, server }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { hacked: () => document.documentElement.setAttribute('hacked', '') })
  })
  const host = await becomeHost(page, server)
  await setScreening(host, 'off')
  await publishCampaign(host, {
    title: MARKUP,
    cause: MESSAGE,
    about: `${MESSAGE}\n\nhttps://evil.example/"onmouseover="hacked()`,
    host: MARKUP,
    recipient: { name: MESSAGE, contact: `javascript:hacked()` },
  })
  const { donor, id } = await donate(server)

  for (const [path, hasText] of CONSOLE) await expectNothingRuns(page, path, hasText)
  await expectNothingRuns(page, `/host/donations/${id}`, true)
  await signIn(page, server, donor)
  for (const path of ['/', `/?donation=${id}`, '/me', `/me/receipts/${id}`]) {
    await expectNothingRuns(page, path, true)
  }
  await enter(page)
  await page.getByRole('button', { name: 'About' }).click()
  await expect(page.getByRole('dialog')).toContainText('onmouseover')
  await expect(page.getByRole('dialog').locator('[onmouseover]')).toHaveCount(0)
  const csv = await (await host.call(`${HOST_ROUTES.exports}/donations.csv`)).text()
  expect(csv).toContain(`"'${NAME.replaceAll('"', '""')}"`)
  const card = await fetch(`${server.url}/cards/donation/${id}.png`)
  expect(card.headers.get('content-type')).toBe('image/png')
  await expect.poll(() => listMails(server).some(({ text }) => text.includes('onerror'))).toBe(true)
  for (const mail of listMails(server)) {
    expect(mail.headers.get('bcc')).toBeUndefined()
    expect(mail.html).not.toContain('<img src=x')
  }
  // The log has one line for each event, and no text of a donor.
  expect(server.log()).not.toContain('onerror')
})

async function donate({ url }: AppServer): Promise<{ donor: Donor; id: string }> {
  const donor = await signUp(url)
  const answer = await donor.call(ROUTES.createSession, {
    method: 'POST',
    body: JSON.stringify({ amountCents: 4_242, displayName: NAME, message: MESSAGE }),
  })
  const session = sessionSchema.parse(await answer.json())
  await payOnHostedPage(session.url, MARKUP)
  const { donation } = await donor.fetchCheckout(session.id)
  return { donor, id: donation?.id ?? '' }
}

async function expectNothingRuns(page: Page, path: string, hasText: boolean): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  await expect(page.getByText('Loading')).toHaveCount(0)
  if (hasText) await expect(page.locator('body')).toContainText('onerror')
  await expect(page.locator('html')).not.toHaveAttribute('hacked')
  expect(await page.locator('img[src="x"], svg[onload]').count(), path).toBe(0)
}

function listMails({ dataDir }: AppServer) {
  const folder = join(dataDir, 'mail')
  return readdirSync(folder).map((name) => readMail(readFileSync(join(folder, name), 'utf8')))
}
