import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { chooseAmount, enterSignedUp, payByCard } from '../helpers/browser/visitor.ts'

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
