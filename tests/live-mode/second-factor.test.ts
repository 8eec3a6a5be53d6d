import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { campaignSchema } from '#contract/campaign.ts'
import { ROUTES } from '#contract/routes.ts'
import { totpOf } from '../helpers/accounts/totp.ts'
import { openTestApp, PASSWORD, type TestApp, type TestDonor } from '../helpers/app/app.ts'
import { give } from '../helpers/app/gifts.ts'
import { launchBrowser } from '../helpers/browser/launch.ts'
import { freePort } from '../helpers/network/free-port.ts'

/*
 * The console with real money, in a browser. A server of its own process refuses live mode without
 * the real providers, so this one is in the test's process, and calls none.
 */

const ELEVEN_MINUTES_MS = 11 * 60 * 1000

let browser: Browser
let server: TestApp
let url: string
let aheadMs = 0

beforeAll(async () => {
  browser = await launchBrowser()
  const port = await freePort()
  url = `http://localhost:${port}`
  server = await openTestApp({
    livemode: true,
    publicUrl: url,
    pageDir: join(import.meta.dirname, '../../dist/client'),
    clock: () => Date.now() + aheadMs,
  })
  await server.app.listen({ port, host: '127.0.0.1' })
})

afterAll(async () => {
  await browser.close()
  await server.close()
})

test('real money needs a second factor, once to enter and again for what cannot be undone', async () => {
  const host = await server.signUpHost()
  const page = await openConsole(host)
  await page.getByRole('heading', { name: 'Set up a second factor first.' }).waitFor()
  await page.getByText('Real money, real cards.').waitFor()

  const address = await setUpSecondFactor(page)
  await page.goto(`${url}/host/campaign`)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Wells for Bahir Dar')

  aheadMs = ELEVEN_MINUTES_MS
  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Show Your Second Factor' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Nothing was changed: your second factor was not shown.').waitFor()
  expect(await readTitle()).toBe('Donation Royale')
  expect(await title.inputValue()).toBe('Wells for Bahir Dar')

  await page
    .getByRole('button', { name: /^Publish/ })
    .first()
    .click()
  await dialog.getByLabel('Six-digit code').fill('000000')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Six-digit code').fill(totpOf(address))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(readTitle).toBe('Wells for Bahir Dar')

  aheadMs += ELEVEN_MINUTES_MS
  const moderator = await server.signUpMember('moderator')
  const [donation = ''] = await give(server, moderator, { amountCents: 500, livemode: 1 })
  const before = await readState()
  expect(before.donations).toEqual([{ name: 'Ada', amount_cents: 500 }])
  await page.goto(`${url}/host/donations/${donation}`)
  await page.getByRole('button', { name: 'Refund …' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await refund.getByLabel('Reason').fill('They asked for it.')
  await refund.getByRole('button', { name: 'Refund $5.00' }).click()
  await expectRefused(page, refund)
  await refund.getByRole('button', { name: 'Cancel' }).click()

  const texts = page.getByRole('region', { name: 'Name and message' })
  await texts.getByRole('button', { name: 'Hide' }).click()
  await expectRefused(page, texts)

  await page.goto(`${url}/host/team`)
  await page.getByRole('button', { name: `Change role: ${moderator.email}` }).click()
  const role = page.getByRole('dialog')
  await role.getByRole('radio', { name: 'Treasurer' }).check()
  await role.getByRole('button', { name: 'Save the role' }).click()
  await expectRefused(page, role)
  expect(await readState()).toEqual(before)
})

/** Does not show the second factor that is asked for, and reads that nothing was changed. */
async function expectRefused(page: Page, place: Locator): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Show Your Second Factor' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await place.getByText('Nothing was changed: your second factor was not shown.').waitFor()
}

/** Returns what a refund, a hidden name and a changed role would change. */
async function readState() {
  const { host_refunds, text_decisions, audit_entries } = await server.countRows()
  const { reader, autocommit } = server.database
  const donations = await reader.selectFrom('donations').select(['name', 'amount_cents']).execute()
  const roles = await autocommit.selectFrom('user').select(['email', 'hostRole']).execute()
  return { host_refunds, text_decisions, audit_entries, donations, roles }
}

async function openConsole({ cookie }: TestDonor): Promise<Page> {
  const context = await browser.newContext()
  const cookies = cookie.split('; ').map((pair) => pair.split('='))
  await context.addCookies(
    cookies.map(([name = '', ...value]) => ({ url, name, value: value.join('=') })),
  )
  const page = await context.newPage()
  await page.goto(`${url}/host`)
  return page
}

/** Sets up an authenticator app through the console's account dialog; returns its address. */
async function setUpSecondFactor(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Open your account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Second factor/ }).click()
  await dialog.getByLabel('Current password').fill(PASSWORD)
  const answer = page.waitForResponse('**/api/auth/two-factor/enable')
  await dialog.getByRole('button', { name: 'Set Up' }).click()
  const { totpURI } = z.object({ totpURI: z.string() }).parse(await (await answer).json())
  await dialog.getByLabel('Six-digit code').fill(totpOf(totpURI))
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  await dialog.getByRole('list', { name: 'Recovery codes' }).waitFor()
  return totpURI
}

async function readTitle(): Promise<string> {
  return campaignSchema.parse(await (await fetch(`${url}${ROUTES.campaign}`)).json()).title
}
