import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { signUp } from '../helpers/server/donor.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { countPayments } from '../helpers/server/embedded-sandbox.ts'
import {
  chooseAmount,
  enter,
  enterSignedUp,
  fillInCard,
  payByCard,
} from '../helpers/browser/visitor.ts'

test.use({ reducedMotion: 'no-preference', serviceWorkers: 'allow' })

const CARD = '4242 4242 4242 4242'
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank You!' })

test('a click on the disclaimer before the scripts have loaded is not lost', async ({ page }) => {
  await page.route('**/assets/*.js', async (route) => {
    await pause(1_500)
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'I Understand' }).click()
  await expect(page.getByRole('heading', { name: 'Top Donors' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('after a storm of reloads there is one board and one stream', async ({ page, server }) => {
  await enter(page)
  for (let count = 0; count < 10; count += 1) await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect
    .poll(async () => (await fetch(`${server.url}/metrics`)).text())
    .toMatch(/^royale_live_viewers 1$/m)
})

test('the last board is there without the network, after one visit', async ({
  page,
  context,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load|ERR_FAILED|Unable to preload/)
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(7_700, 'Vega'))
  await enter(page)
  await expect(page.getByRole('list').getByText('$77.00')).toHaveCount(1)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  // The page stores the board every five seconds.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('leaderboard:1') ?? ''))
    .toContain('7700')
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('list').getByText('$77.00')).toHaveCount(1)
  await expect(page.getByText(/cannot be reached/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/cannot be reached/)).toHaveCount(0)
})

test('going back from the card page, and forward, takes no money and thanks nobody', async ({
  page,
  server,
}) => {
  await enterSignedUp(page)
  await chooseAmount(page, '61.01')
  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  await page.getByLabel('Card number').waitFor()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toBeEnabled()
  await page.goForward()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Donate with Stripe' })).not.toHaveAttribute(
    'aria-disabled',
  )
  await expect(thanks(page)).toHaveCount(0)
  expect(await countPayments(server, 6_101)).toBe(0)
})

test('going back after the celebration does not pay or celebrate again', async ({
  page,
  server,
}) => {
  await enterSignedUp(page)
  await chooseAmount(page, '62.01')
  await payByCard(page, CARD, 'Vega Lind')
  await expect(thanks(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await page.goForward()
  await expect(page.getByRole('list').getByText('$62.01')).toHaveCount(1)
  await expect(thanks(page)).toHaveCount(0)
  expect(await countPayments(server, 6_201)).toBe(1)
})

test('two tabs that pay at once pay twice what two donors would, and each is thanked', async ({
  page,
  context,
  server,
}) => {
  await enterSignedUp(page)
  const tab = await context.newPage()
  await tab.goto('/')
  for (const each of [page, tab]) {
    await chooseAmount(each, '63.01')
    await fillInCard(each, CARD, 'Vega Lind')
  }
  for (const each of [page, tab]) await each.getByRole('button', { name: 'Pay' }).click()
  await expect.poll(() => countPayments(server, 6_301)).toBe(2)
  for (const each of [page, tab]) {
    await expect(each.getByRole('list').getByText('$63.01')).toHaveCount(2)
  }
})

test('on a slow network a hurried finger pays once', async ({ page, context, server }) => {
  await enterSignedUp(page)
  await chooseAmount(page, '64.01')
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 1_500,
    downloadThroughput: 20_000,
    uploadThroughput: 20_000,
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-checkout-session')) asked.push(request.url())
  })
  await page.getByRole('button', { name: 'Donate with Stripe' }).click({ clickCount: 4, delay: 60 })
  await page.getByLabel('Card number').waitFor()
  expect(asked).toHaveLength(1)
  expect(await countPayments(server, 6_401)).toBe(0)
})

const WINDOWS = [
  { width: 844, height: 390 },
  { width: 320, height: 480 },
  { width: 3840, height: 2160 },
]

for (const viewport of WINDOWS) {
  test(`a window of ${viewport.width} by ${viewport.height} leads from the disclaimer into the panel`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await enterSignedUp(page)
    await page.getByRole('button', { name: /Donate NOW!/ }).click()
    await chooseAmount(page, '65.01')
    await expect(page.getByLabel(/^Amount/)).toBeInViewport()
    await page.getByRole('button', { name: 'Donate with Stripe' }).click({ trial: true })
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(tooWide).toBe(0)
  })
}
