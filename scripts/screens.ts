import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startAppServer, type AppServer } from '../tests/helpers/app-server.ts'
import { BROWSER_ARGS, findBrowser } from '../tests/helpers/browser-path.ts'
import { signUp } from '../tests/helpers/donor.ts'
import { approve, enter, enterSignedUp, openWallet } from '../tests/helpers/visitor.ts'

/* Takes the pictures of docs/screens from the real product; run by hand. */

const FOLDER = join(import.meta.dirname, '../docs/screens')

const SIZES = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
]

const DONORS: [string, number][] = [
  ['Nova Vance', 50_000],
  ['Orion Kell', 32_500],
  ['Lyra Moreau', 24_800],
  ['Caspian Wolfe', 19_900],
  ['محمد', 17_400],
  ['Mira Solano', 15_120],
  ['Theodora-Maximiliana-Wilhelmina Lindqvist', 13_500],
  ['Jun Watanabe', 11_800],
  ['Zoë Brandt', 9_900],
  ['Kofi Mensah', 8_450],
  ['Priya Raman', 7_300],
  ['שרה', 5_000],
  ['Theo Lindqvist', 2_500],
  ['Ada Lovelace', 500],
]

mkdirSync(FOLDER, { recursive: true })
const found = await findBrowser()
if (!found) throw new Error('No Chromium was found.')
const browser = await chromium.launch({
  executablePath: found.executablePath,
  args: BROWSER_ARGS,
  env: { ...process.env, ...found.env },
})
for (const { name, viewport } of SIZES) {
  const server = await startAppServer()
  const context = await browser.newContext({ viewport, baseURL: server.url })
  await takeAll(await context.newPage(), server, async (shown, screen) => {
    const picture = await shown.screenshot()
    await sharp(picture)
      .webp({ quality: 82 })
      .toFile(join(FOLDER, `${screen}-${name}.webp`))
  })
  await context.close()
  await server.stop()
}
await browser.close()

type Take = (shown: Page, screen: string) => Promise<void>

async function takeAll(page: Page, server: AppServer, take: Take): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'I Understand' }).waitFor()
  await settleDown(page)
  await take(page, 'disclaimer')
  await enter(page)
  await settleDown(page)
  await take(page, 'empty')
  await fillBoard(server)
  await settleDown(page)
  await take(page, 'board')
  await takeAccount(page, take)
  await takePayments(page, take)
  await takeOffline(page, server, take)
}

async function takeAccount(page: Page, take: Take): Promise<void> {
  await page.getByText('Login / Sign up').click()
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await settleDown(page)
  await take(page, 'log-in')
  await page.getByText("Don't have an account? Sign up").click()
  await settleDown(page)
  await take(page, 'sign-up')
  await page.context().clearCookies()
}

async function takePayments(page: Page, take: Take): Promise<void> {
  await enterSignedUp(page)
  await page.getByRole('button', { name: 'Donate with PayPal' }).waitFor()
  await settleDown(page)
  await take(page, 'panel')
  const popup = await openWallet(page)
  await take(popup, 'wallet-popup')
  await approve(popup, { givenName: 'Isla', surname: 'Brandt' })
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  await settleDown(page)
  await take(page, 'celebration')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  await page.getByLabel('Card number').waitFor()
  await take(page, 'card-page')
  await page.goBack()
}

async function takeOffline(page: Page, server: AppServer, take: Take): Promise<void> {
  await page.getByRole('heading', { name: 'Top Donors' }).waitFor()
  await settleDown(page)
  await server.kill()
  await page.getByText(/cannot be reached/).waitFor()
  await settleDown(page)
  await take(page, 'offline')
}

async function fillBoard({ url }: AppServer): Promise<void> {
  const donor = await signUp(url)
  for (const [name, amountCents] of DONORS.toReversed()) {
    await donor.look(await donor.payByCard(amountCents, name))
  }
}

/** Pictures are taken when nothing moves any more. */
async function settleDown(page: Page): Promise<void> {
  await page.waitForTimeout(1_200)
}
