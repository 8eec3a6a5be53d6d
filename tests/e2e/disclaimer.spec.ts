import { expect, test } from '../helpers/browser/e2e.ts'
import { enter, enterSignedUp, fillInCard } from '../helpers/browser/visitor.ts'

const POINTS = [
  /not an investment platform/i,
  /at your own risk/i,
  /no refunds/i,
  /entertainment only/i,
  /donor['’]s own responsibility/i,
]

test('nothing else can be seen or reached before the disclaimer is accepted @phone', async ({
  page,
}) => {
  await page.goto('/')
  for (const point of POINTS) await expect(page.getByText(point)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Top Donors' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'I Understand' })).toBeVisible()
  for (let count = 0; count < 6; count += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? '')
    expect(focused).not.toContain('Login')
  }
})

test('once accepted it stays away over a reload, and in a new tab', async ({ page, context }) => {
  await enter(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Top Donors' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'I Understand' })).toHaveCount(0)
  const tab = await context.newPage()
  await tab.goto('/')
  await expect(tab.getByRole('heading', { name: 'Top Donors' })).toBeVisible()
})

test('it comes again in another browser session', async ({ page, browser, baseURL }) => {
  await enter(page)
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  const stranger = await other.newPage()
  await stranger.goto('/')
  await expect(stranger.getByRole('button', { name: 'I Understand' })).toBeVisible()
  await other.close()
})

test('it stays away over the round trip to the card page', async ({ page }) => {
  await enterSignedUp(page)
  await fillInCard(page, '4242 4242 4242 4242', 'Ada Lovelace')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText('Payment cancelled. Nothing was charged.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'I Understand' })).toHaveCount(0)
})

test('the button is in sight in a window lower than the card', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 440 })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'I Understand' })).toBeInViewport({ ratio: 1 })
})
