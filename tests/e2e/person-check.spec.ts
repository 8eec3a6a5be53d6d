import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/browser/e2e.ts'
import { approve, enterSignedUp, openWallet, payByCard } from '../helpers/browser/visitor.ts'

const FREE_CHECKOUTS = 20

const CHECKING = 'Checking that a person is paying'

/** Begins as many checkouts as an account may without a proof of work. */
async function useUpFreeCheckouts(page: Page): Promise<void> {
  for (let count = 0; count < FREE_CHECKOUTS; count += 1) {
    const begun = await page.request.post('/api/paypal/orders', {
      data: { amountCents: 100 },
      headers: { origin: new URL(page.url()).origin },
    })
    expect(begun.ok()).toBe(true)
  }
}

test('a donor over the limit waits for a moment and pays by card', async ({ page, pageErrors }) => {
  pageErrors.allow(/429/)
  await enterSignedUp(page)
  await useUpFreeCheckouts(page)
  await payByCard(page, '4242 4242 4242 4242', 'Nadia Osei')
  await expect(page.getByText('welcome to the Royale!')).toContainText('Nadia')
})

test('a donor over the limit waits for a moment and pays by wallet', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/429/)
  await enterSignedUp(page)
  await useUpFreeCheckouts(page)
  await approve(await openWallet(page), { givenName: 'Emeka', surname: 'Obi' })
  await expect(page.getByText('welcome to the Royale!')).toContainText('Emeka')
})

test.describe('without the service worker, which would bring the real worker script', () => {
  test.use({ serviceWorkers: 'block' })

  test('who does not want to wait cancels, and nothing was charged', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/429/)
    // This proof of work never ends, so that it can be cancelled.
    await page.route('**/assets/proof-worker-*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    await enterSignedUp(page)
    await useUpFreeCheckouts(page)
    await page.getByRole('button', { name: 'Donate with Stripe' }).click()
    await expect(page.getByRole('status').filter({ hasText: CHECKING })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Payment cancelled. Nothing was charged.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toBeEnabled()
  })

  test('a browser that cannot do the work says so, and the panel can be used again', async ({
    page,
    pageErrors,
  }) => {
    pageErrors.allow(/429|404/)
    await page.route('**/assets/proof-worker-*', (route) => route.fulfill({ status: 404 }))
    await enterSignedUp(page)
    await useUpFreeCheckouts(page)
    await page.getByRole('button', { name: 'Donate with Stripe' }).click()
    await expect(page.getByRole('alert')).toContainText('could not finish the check')
    await expect(page.getByRole('alert')).toContainText('Nothing was charged.')
    await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toBeEnabled()
  })
})
