import { holdAllCelebrations } from '../helpers/browser/celebration.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { chooseAmount, enterSignedUp, fillInCard, payByCard } from '../helpers/browser/visitor.ts'

test('a card payment is celebrated on the way back, once @phone', async ({ page }) => {
  await holdAllCelebrations(page)
  await enterSignedUp(page)
  await chooseAmount(page, '19.99')
  await payByCard(page, '4242 4242 4242 4242', 'Orion Kell')
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await expect(page.getByText('welcome to the Royale!')).toContainText('Orion')
  await expect(page).toHaveURL(/\/$/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toHaveCount(0)
  await expect(page.getByRole('list').getByText('$19.99')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('list').getByText('$19.99')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toHaveCount(0)
})

test('a declined card says so and keeps what was typed', async ({ page, pageErrors }) => {
  pageErrors.allow(/402/)
  await enterSignedUp(page)
  await payByCard(page, '4000 0000 0000 0002', 'Kofi Mensah')
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expect(page.getByLabel('Name on card')).toHaveValue('Kofi Mensah')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByText('welcome to the Royale!')).toContainText('Kofi')
})

test('a payment that takes its time is told, and joins the board by itself', async ({ page }) => {
  await enterSignedUp(page)
  await chooseAmount(page, '41.41')
  await payByCard(page, '4000 0000 0000 0077', 'Isla Brandt')
  await expect(page.getByRole('list').getByText('$41.41')).toHaveCount(1)
})

test('coming back by the button charges nothing', async ({ page }) => {
  await enterSignedUp(page)
  await fillInCard(page, '4242 4242 4242 4242', 'Ada Lovelace')
  await expect(page.getByText('Test mode')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText('Payment cancelled. Nothing was charged.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toBeEnabled()
})

test('a session that cannot be created is an alert, and the panel can be used again', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/503/)
  await enterSignedUp(page)
  await page.route('**/api/create-checkout-session', (route) =>
    route.fulfill({
      status: 503,
      json: {
        error: {
          code: 'unavailable',
          message: 'Stripe cannot be reached right now.',
          requestId: 'r1',
        },
      },
    }),
  )
  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  await expect(page.getByRole('alert')).toContainText('Stripe cannot be reached right now.')
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.')
  await page.unroute('**/api/create-checkout-session')
  await payByCard(page, '4242 4242 4242 4242', 'Jun Watanabe')
  await expect(page.getByText('welcome to the Royale!')).toContainText('Jun')
})
