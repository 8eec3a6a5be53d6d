import type { Page } from '@playwright/test'
import type { AppServer } from '../helpers/server/app-server.ts'
import { holdAllCelebrations } from '../helpers/browser/celebration.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { control, requireHeldCapture } from '../helpers/server/embedded-sandbox.ts'
import {
  approve,
  chooseAmount,
  enterSignedUp,
  fillAccount,
  openWallet,
  PASSWORD,
} from '../helpers/browser/visitor.ts'

const pending = (page: Page) => page.getByRole('region', { name: 'Your payments under way' })
const ranked = (page: Page) => page.locator('ol')
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank You!' })

/** Pays by the wallet with a payment that PayPal holds as pending; returns its capture's id. */
async function payHeldBack(page: Page, server: AppServer, amount: string): Promise<string> {
  await chooseAmount(page, amount)
  const popup = await openWallet(page)
  const orderId = new URL(popup.url()).searchParams.get('token') ?? ''
  await approve(popup, { givenName: 'Theo', surname: 'PENDING' })
  await expect(pending(page).getByRole('listitem')).toContainText(`$${amount}`)
  return requireHeldCapture(server, orderId)
}

async function decide(server: AppServer, paymentId: string, outcome: 'succeeded' | 'failed') {
  await control(server, '/pending', { provider: 'paypal', paymentId, outcome })
}

test('money that is held back is a row of its own that only its donor sees, over a reload and a logout @phone', async ({
  page,
  server,
  browser,
  baseURL,
}) => {
  const email = await enterSignedUp(page)
  await payHeldBack(page, server, '88.11')
  await expect(pending(page).getByRole('listitem')).toHaveText(/You.*Being confirmed.*\$88\.11/)
  // The row says it where the donation will stand, and nothing lies over it.
  await expect(pending(page)).toContainText('On the board once the money arrives')
  await expect(pending(page).getByRole('listitem')).toBeInViewport({ ratio: 1 })
  const seen = page.locator('[data-tone]:not(.visually-hidden)')
  await expect(seen.getByText(/being processed/)).toHaveCount(0)
  await expect(page.getByLabel('Amount (USD)')).toHaveValue('5.00')
  await expect(ranked(page).getByText('$88.11')).toHaveCount(0)

  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const stranger = await other.newPage()
  await enterSignedUp(stranger)
  await expect(stranger.getByRole('button', { name: 'Donate with Stripe' })).toBeVisible()
  await expect(stranger.getByText('$88.11')).toHaveCount(0)
  await other.close()

  await page.reload()
  await expect(pending(page)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(pending(page)).toHaveCount(0)
  await page.getByText('Login / Sign up').click()
  await fillAccount(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(pending(page)).toBeVisible()
})

test('money that comes at last is celebrated in one tab, and every tab has one row of it', async ({
  page,
  server,
  context,
}) => {
  await holdAllCelebrations(context)
  await enterSignedUp(page)
  const capture = await payHeldBack(page, server, '91.17')
  const tab = await context.newPage()
  await tab.goto('/')
  await expect(pending(tab)).toBeVisible()

  const celebrating = async () => (await thanks(page).count()) + (await thanks(tab).count())
  await decide(server, capture, 'succeeded')
  await expect.poll(celebrating).toBe(1)
  for (const each of [page, tab]) {
    await expect(ranked(each).getByText('$91.17')).toHaveCount(1)
    await expect(pending(each)).toHaveCount(0)
  }
  expect(await celebrating()).toBeLessThan(2)
  await page.reload()
  await expect(ranked(page).getByText('$91.17')).toHaveCount(1)
  await expect(thanks(page)).toHaveCount(0)
})

test('money that does not come fades, and its donor reads that nothing was charged', async ({
  page,
  server,
}) => {
  await enterSignedUp(page)
  const capture = await payHeldBack(page, server, '92.19')
  await decide(server, capture, 'failed')
  await expect(page.getByRole('alert')).toContainText(
    'Your payment of $92.19 did not go through. Nothing was charged.',
  )
  await expect(pending(page)).toHaveCount(0)
  await expect(ranked(page).getByText('$92.19')).toHaveCount(0)
})

test('while the live stream is down the pending row is followed all the same', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED|Failed to load/)
  await page.route('**/api/leaderboard/live*', (route) => route.abort())
  await enterSignedUp(page)
  const capture = await payHeldBack(page, server, '93.23')
  // The row goes as soon as the list, which is fetched every few seconds, has the donation.
  const list = /\/api\/leaderboard(\?|$)/
  await page.route(list, (route) => route.abort())
  await decide(server, capture, 'succeeded')
  await expect(thanks(page)).toBeVisible()
  await expect(pending(page)).toContainText('Confirmed')
  await page.unroute(list)
  await expect(ranked(page).getByText('$93.23')).toHaveCount(1)
  await expect(pending(page)).toHaveCount(0)
})
