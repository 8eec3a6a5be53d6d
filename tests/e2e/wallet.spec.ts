import { findCelebration } from '../helpers/browser/celebration.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import {
  approve,
  chooseAmount,
  enter,
  enterSignedUp,
  fillAccount,
  openWallet,
  PASSWORD,
} from '../helpers/browser/visitor.ts'

const NOT_HEARD = /If you did not pay there, nothing was charged\./

test('a wallet payment is celebrated, and a second browser sees it arrive', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const watcher = await other.newPage()
  await enter(watcher)
  await enterSignedUp(page)
  await chooseAmount(page, '12.34')
  await approve(await openWallet(page), { givenName: 'Nova', surname: 'Vance' })
  await expect(findCelebration(page)).toContainText(/Nova, welcome to the Royale!/)
  await expect(watcher.getByRole('list').getByText('Nova').first()).toBeVisible()
  await expect(watcher.getByRole('list').getByText('$12.34').first()).toBeVisible()
  await expect(findCelebration(page)).toHaveCount(0)
  await other.close()
})

test('the wallet pays the amount as it was changed last', async ({ page }) => {
  await enterSignedUp(page)
  await expect(page.getByLabel(/^Amount/)).toHaveValue('5.00')
  await chooseAmount(page, '6')
  await chooseAmount(page, '77.01')
  const popup = await openWallet(page)
  await expect(popup.getByRole('button', { name: 'Pay $77.01' })).toBeVisible()
  await expect(popup.getByText('Test mode')).toBeVisible()
  await popup.getByRole('button', { name: 'Cancel' }).click()
})

test('a cancelled or closed popup charges nothing, and the panel can be used again', async ({
  page,
}) => {
  await enterSignedUp(page)
  const popup = await openWallet(page)
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(NOT_HEARD)).toBeVisible()
  await (await openWallet(page)).close()
  await expect(page.getByText(NOT_HEARD)).toBeVisible()
  await approve(await openWallet(page), { givenName: 'Lyra', surname: 'Moreau' })
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
})

test('a payment approved in a window that the wallet takes for closed is celebrated all the same', async ({
  page,
  context,
}) => {
  await enterSignedUp(page)
  await chooseAmount(page, '45.06')
  const popup = await openWallet(page)
  const payerUrl = popup.url()
  await popup.close()
  await expect(page.getByText(NOT_HEARD)).toBeVisible()
  const severed = await context.newPage()
  await severed.goto(payerUrl)
  await approve(severed, { givenName: 'Rhea', surname: 'Solano' })
  await severed.getByText('Finishing your payment').waitFor()
  await page.bringToFront()
  await expect(findCelebration(page)).toContainText(/Rhea, welcome to the Royale!/)
})

test('whoever is logged out in the wallet is asked to log in, and thanked after that', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/401/)
  const email = await enterSignedUp(page)
  const popup = await openWallet(page)
  await context.clearCookies({ name: /session_token/ })
  await approve(popup, { givenName: 'Exa', surname: 'Moreau' })
  await expect(page.getByText('Log in to see what became of your payment.')).toBeVisible()
  await page.getByRole('button', { name: 'Login / Sign up' }).click()
  await fillAccount(page, email, PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
})

test('after a decline the payer chooses again, and pays once', async ({ page, pageErrors }) => {
  pageErrors.allow(/409/)
  await enterSignedUp(page)
  await chooseAmount(page, '31.07')
  const popup = await openWallet(page)
  await approve(popup, { givenName: 'Mira', surname: 'DECLINE' })
  await popup.getByLabel('Surname').waitFor()
  await approve(popup, { givenName: 'Mira', surname: 'Solano' })
  await expect(page.getByText('welcome to the Royale!')).toContainText('Mira')
  await expect(page.getByRole('list').getByText('$31.07')).toHaveCount(1)
})

test('a wallet script that does not load is said, and the card still works', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/.*/)
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.route('**/sdk/js*', (route) => route.abort())
  await enterSignedUp(page)
  await expect(page.getByRole('alert')).toContainText(
    'PayPal failed to load. Check your Client ID or internet connection.',
  )
  await expect.poll(() => errors.join('\n')).toContain('PayPal failed to load')
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height })
    const wayOut = page.getByText('You can donate with Stripe, or try again.')
    await expect(wayOut).toBeInViewport({ ratio: 1 })
  }
  await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toBeEnabled()
})

test('an amount that is none is refused beside the field', async ({ page }) => {
  await enterSignedUp(page)
  await chooseAmount(page, '0.50')
  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  await expect(page.getByLabel(/^Amount/)).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL(/\/$/)
})

test('the buttons stay where they are when the rank becomes known', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/leaderboard/rank?*', async (route) => {
    await released
    await route.continue()
  })
  await enterSignedUp(page)
  const button = page.getByRole('button', { name: 'Donate with PayPal' })
  await button.waitFor()
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const rank = page.getByText(/^This (puts|makes|takes) .*#\d/)
  const before = await button.boundingBox()
  await expect(rank).toHaveCount(0)
  release()
  await rank.waitFor()
  expect(await button.boundingBox()).toEqual(before)
  // The ladder may be asking for further ranks.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
