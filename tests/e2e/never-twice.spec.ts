import type { Page } from '@playwright/test'
import { payOnHostedPage } from '../helpers/server/donor.ts'
import { holdAllCelebrations } from '../helpers/browser/celebration.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { control, countPayments } from '../helpers/server/embedded-sandbox.ts'
import {
  approve,
  chooseAmount,
  enterSignedUp,
  fillInCard,
  openWallet,
  payByCard,
} from '../helpers/browser/visitor.ts'

const CARD = '4242 4242 4242 4242'
const PAYER = { givenName: 'Nova', surname: 'Vance' }
const CANCELLED = 'Payment cancelled. Nothing was charged.'

const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank You!' })
const ranked = (page: Page) => page.locator('ol')
const stripeButton = (page: Page) => page.getByRole('button', { name: 'Donate with Stripe' })

test.afterEach(async ({ server }) => {
  await control(server, '/faults/clear', {})
  await control(server, '/webhook-faults', {})
})

test('a double click begins one payment', async ({ page, server }) => {
  await enterSignedUp(page)
  await chooseAmount(page, '21.01')
  const created: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-checkout-session')) created.push(request.url())
  })
  await stripeButton(page).dblclick()
  await page.getByLabel('Card number').waitFor()
  expect(created).toHaveLength(1)
  expect(await countPayments(server, 2_101)).toBe(0)
})

test("the browser's back button from the card page cancels, and the panel can be used again", async ({
  page,
  server,
}) => {
  await enterSignedUp(page)
  await chooseAmount(page, '21.02')
  await fillInCard(page, CARD, 'Nova Vance')
  await page.goBack()
  await expect(page.getByText(CANCELLED)).toBeVisible()
  await page.goForward()
  await expect(page.getByText('This payment page has expired.')).toBeVisible()
  await page.goBack()
  await chooseAmount(page, '21.02')
  await payByCard(page, CARD, 'Nova Vance')
  await expect(thanks(page)).toBeVisible()
  expect(await countPayments(server, 2_102)).toBe(1)
})

test('who turns back after all was paid is celebrated, and not told that nothing was charged', async ({
  page,
  server,
}) => {
  await enterSignedUp(page)
  await chooseAmount(page, '21.03')
  await stripeButton(page).click()
  await page.getByLabel('Card number').waitFor()
  await payOnHostedPage(page.url(), 'Nova Vance')
  await page.goBack()
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByText(CANCELLED)).toHaveCount(0)
  expect(await countPayments(server, 2_103)).toBe(1)
})

test('a return without a webhook is celebrated', async ({ page, server }) => {
  await control(server, '/webhook-faults', { drop: true })
  await enterSignedUp(page)
  await chooseAmount(page, '21.04')
  await payByCard(page, CARD, 'Nova Vance')
  await expect(thanks(page)).toBeVisible()
  await expect(ranked(page).getByText('$21.04')).toHaveCount(1)
})

test('a webhook before the return is one donation, celebrated once, in one of two tabs', async ({
  page,
  server,
  context,
}) => {
  // One tab may have been thanked to the end before the other has opened.
  await holdAllCelebrations(context)
  await enterSignedUp(page)
  await chooseAmount(page, '21.05')
  await stripeButton(page).click()
  await page.getByLabel('Card number').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await payOnHostedPage(page.url(), 'Nova Vance')
  const tab = await context.newPage()
  await tab.goto('/')
  await expect(ranked(tab).getByText('$21.05')).toHaveCount(1)

  await Promise.all([page.goto(`/?checkout=${id}`), tab.goto(`/?checkout=${id}`)])
  await expect.poll(async () => (await thanks(page).count()) + (await thanks(tab).count())).toBe(1)
  await expect(
    page.getByText('Your payment went through. Thank you!').or(thanks(page)),
  ).toBeVisible()
  await expect(ranked(page).getByText('$21.05')).toHaveCount(1)
  expect(await countPayments(server, 2_105)).toBe(1)
})

test.describe('while PayPal', () => {
  test('does not answer, the donor knows not to pay again, and is told in the end', async ({
    page,
    server,
    pageErrors,
  }) => {
    pageErrors.allow(/503|504/)
    await enterSignedUp(page)
    await chooseAmount(page, '22.01')
    const popup = await openWallet(page)
    await control(server, '/faults', {
      provider: 'paypal',
      fault: 'timeout',
      path: '/capture',
      times: 20,
    })
    await approve(popup, PAYER)
    await expect(page.getByText('Confirming your payment…')).toBeVisible()
    await expect(stripeButton(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('alert')).toContainText(
      'We do not know yet whether your payment went through. Please do not pay again: we are asking PayPal, and this page will tell you.',
    )
    await control(server, '/faults/clear', {})
    await expect(thanks(page)).toBeVisible()
    await expect(page.getByText(/We do not know yet/)).toHaveCount(0)
    await expect(stripeButton(page)).not.toHaveAttribute('aria-disabled')
    expect(await countPayments(server, 2_201)).toBe(1)
  })

  test('loses its answers after the money moved, it moves once', async ({
    page,
    server,
    pageErrors,
  }) => {
    pageErrors.allow(/503|504/)
    await enterSignedUp(page)
    await chooseAmount(page, '22.02')
    const popup = await openWallet(page)
    await control(server, '/faults', {
      provider: 'paypal',
      fault: 'cut',
      path: '/capture',
      times: 6,
    })
    await approve(popup, PAYER)
    await expect(thanks(page)).toBeVisible()
    expect(await countPayments(server, 2_202)).toBe(1)
  })

  test('is captured from, a reload is told what became of it, once', async ({ page, server }) => {
    await enterSignedUp(page)
    await chooseAmount(page, '22.03')
    // An event would make the server capture too, and hit the fault before the page does.
    await control(server, '/webhook-faults', { drop: true })
    const popup = await openWallet(page)
    await control(server, '/faults', { provider: 'paypal', fault: 'timeout', path: '/capture' })
    const asked = page.waitForRequest('**/capture')
    await approve(popup, PAYER)
    await asked
    await page.reload()
    await expect(thanks(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(ranked(page).getByText('$22.03')).toHaveCount(1)
    await page.reload()
    await expect(ranked(page).getByText('$22.03')).toHaveCount(1)
    await expect(thanks(page)).toHaveCount(0)
    expect(await countPayments(server, 2_203)).toBe(1)
  })

  test('shows its window over a reload, a payment there still arrives and is celebrated', async ({
    page,
    server,
  }) => {
    await enterSignedUp(page)
    await chooseAmount(page, '22.04')
    const popup = await openWallet(page)
    await page.reload()
    await stripeButton(page).waitFor()
    await approve(popup, PAYER)
    await expect(thanks(page)).toBeVisible()
    expect(await countPayments(server, 2_204)).toBe(1)
  })

  test('cannot be reached, nothing begins, the donor knows why, and can try again', async ({
    page,
    server,
    pageErrors,
  }) => {
    pageErrors.allow(/503|504|AppError/)
    await enterSignedUp(page)
    await chooseAmount(page, '22.05')
    await control(server, '/faults', {
      provider: 'paypal',
      fault: '500',
      path: '/orders',
      times: 20,
    })
    await page.getByRole('button', { name: 'Donate with PayPal' }).click()
    await expect(page.getByRole('alert')).toContainText('Nothing was charged.')
    await control(server, '/faults/clear', {})
    await approve(await openWallet(page), PAYER)
    await expect(thanks(page)).toBeVisible()
    expect(await countPayments(server, 2_205)).toBe(1)
  })
})

test('a wallet window that was left open takes no money beside a card payment', async ({
  page,
  server,
}) => {
  await enterSignedUp(page)
  await chooseAmount(page, '23.01')
  const popup = await openWallet(page)
  await chooseAmount(page, '23.02')
  await payByCard(page, CARD, 'Nova Vance')
  await expect(thanks(page)).toBeVisible()
  await approve(popup, PAYER)
  await page.waitForTimeout(3_000)
  expect(await countPayments(server, 2_302)).toBe(1)
  expect(await countPayments(server, 2_301)).toBe(0)
})

test('a cancel that the server cannot confirm is not said to have charged nothing until it can', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/Failed to load|ERR_FAILED/)
  await enterSignedUp(page)
  await fillInCard(page, CARD, 'Nova Vance')
  await page.route('**/cancel', (route) => route.abort())
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(
    page.getByText(/could not make sure yet that your payment is cancelled/),
  ).toBeVisible()
  await expect(page.getByText(CANCELLED)).toHaveCount(0)
  await page.unroute('**/cancel')
  await expect(page.getByText(CANCELLED)).toBeVisible()
})
