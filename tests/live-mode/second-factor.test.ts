import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { campaignSchema } from '#contract/campaign.ts'
import { ROUTES } from '#contract/routes.ts'
import { totpOf } from '../helpers/accounts/totp.ts'
import { openTestApp, PASSWORD, type TestApp, type TestDonor } from '../helpers/app/app.ts'
import { BROWSER_ARGS, findBrowser } from '../helpers/browser/browser-path.ts'
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
  const found = await findBrowser()
  if (found === undefined)
    throw new Error('No Chromium was found: `npx playwright install chromium`')
  browser = await chromium.launch({
    executablePath: found.executablePath,
    args: BROWSER_ARGS,
    env: { ...process.env, ...found.env },
  })
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

test('real money needs a second factor, once to enter and again to publish', async () => {
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
})

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
