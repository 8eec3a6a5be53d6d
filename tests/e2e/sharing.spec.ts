import { randomUUID } from 'node:crypto'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { signUp } from '../helpers/server/donor.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import {
  chooseAmount,
  enter,
  enterSignedUp,
  fillAccount,
  PASSWORD,
  payByCard,
} from '../helpers/browser/visitor.ts'

test("a shared link tells of the donor's rank, and its picture is there", async ({
  page,
  request,
}) => {
  await enterSignedUp(page)
  await chooseAmount(page, '19.99')
  await payByCard(page, '4242 4242 4242 4242', 'Nova Kell')
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  const board = await request.get('/api/leaderboard?limit=1')
  const [first] = leaderboardPageSchema.parse(await board.json()).entries

  await page.goto(`/?donation=${first?.id}`)
  await expect(page).toHaveTitle('Nova is #1 on Donation Royale')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /^http[^?]*\/$/)
  const address = await page.locator('meta[property="og:image"]').getAttribute('content')
  const picture = await request.get(address ?? '')
  expect(picture.status()).toBe(200)
  expect(picture.headers()['content-type']).toBe('image/png')
  expect(picture.url()).toContain(`/cards/donation/${first?.id}.png`)
})

test('a shared link greets, and its amount is kept through the sign-up @phone', async ({
  page,
  server,
}) => {
  const wanda = await signUp(server.url)
  const { donation } = await wanda.fetchCheckout(await wanda.payByCard(43_210, 'Wanda Kell'))
  await enter(page)
  await page.goto(`/?donation=${donation?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Wanda stands at\s#\d+\. \$432\.11 passes Wanda\.$/,
  )
  await page.getByRole('button', { name: /^Take #\d+$/ }).click()
  await fillAccount(page, `${randomUUID()}@donor.example`, PASSWORD)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByLabel('Amount (USD)')).toHaveValue('432.11')
})

test('below a greeting the podium is on the first screen, with all of its texts', async ({
  page,
  server,
}) => {
  const donor = await signUp(server.url)
  const pay = async (amountCents: number) =>
    donor.fetchCheckout(await donor.payByCard(amountCents, 'Wanda Kell'))
  for (const amountCents of [45_000, 44_900, 44_800, 44_700, 44_500]) await pay(amountCents)
  const { donation } = await pay(44_600)
  await enter(page)
  await page.goto(`/?donation=${donation?.id}`)
  await expect(page.getByRole('button', { name: /^Take #\d+$/ }).first()).toBeVisible()
  const last = page.locator('[data-place="3"] time')
  await expect
    .poll(() => last.evaluate((time) => innerHeight - time.getBoundingClientRect().bottom))
    .toBeGreaterThan(0)
})

test('for somebody signed in, the amount of a shared link is in the panel at once', async ({
  page,
  server,
}) => {
  const wanda = await signUp(server.url)
  const { donation } = await wanda.fetchCheckout(await wanda.payByCard(43_310, 'Wanda Kell'))
  await enterSignedUp(page)
  await page.goto(`/?donation=${donation?.id}`)
  await expect(page.getByLabel('Amount (USD)')).toHaveValue('433.11')
})

test('a guest is offered a place beside a wide board, and its amount is kept', async ({
  page,
  server,
}) => {
  const donor = await signUp(server.url)
  for (const amountCents of [31_000, 30_000, 29_000, 28_000])
    await donor.fetchCheckout(await donor.payByCard(amountCents, 'Rigel Moss'))
  await enter(page)
  const invitation = page.getByRole('region', { name: /^Where would \$/ })
  const take = invitation.getByRole('button', { name: /^Take #/ })
  const [, dollars] = /with \$(\d+)/.exec((await take.textContent()) ?? '') ?? []
  await take.click()
  await fillAccount(page, `${randomUUID()}@donor.example`, PASSWORD)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByLabel('Amount (USD)')).toHaveValue(`${dollars}.00`)
  await expect(invitation).toBeHidden()
})

test('a greeting follows the board, and moves nothing when its code comes', async ({
  page,
  server,
}) => {
  const [wanda, rival] = [await signUp(server.url), await signUp(server.url)]
  const { donation } = await wanda.fetchCheckout(await wanda.payByCard(54_300, 'Wanda Kell'))
  await enter(page)
  await page.goto(`/?donation=${donation?.id}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const place = await page.getByRole('heading', { level: 1 }).textContent()
  const shift = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<PerformanceEntry[]>()
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
    setTimeout(resolve, 500, [])
    const shifts = await promise
    return shifts.reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0)
  })
  expect(shift).toBeLessThanOrEqual(0.005)
  await rival.fetchCheckout(await rival.payByCard(60_000, 'Rigel Moss'))
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(place ?? '')
})

test('a link that names no donation greets nobody', async ({ page }) => {
  await enter(page)
  for (const query of [
    'donation=unknown',
    'donation=%3Cb%3E',
    'donation=a&donation=b',
    'donation=',
  ]) {
    await page.goto(`/?${query}`)
    await expect(page.getByRole('heading', { level: 1 }), query).toHaveText(
      'Think you can conquer the leaderboard?',
    )
  }
})
