import { noteFlares } from '../helpers/browser/celebration.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { enter } from '../helpers/browser/visitor.ts'
import { signUp } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'

const GOAL = {
  amountCents: 10_000,
  milestones: [{ amountCents: 4_000, name: 'New sails', description: 'Of linen.' }],
}

test('the sum goes to the goal, and everybody watching sees a milestone fall @phone', async ({
  page,
  server,
}) => {
  const host = await signUpHost(server)
  await publishCampaign(host, { goal: GOAL })
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(3_000))
  await enter(page)
  const goal = page.getByRole('progressbar', { name: 'Goal' })
  await expect(goal).toHaveText('$30.00 of $100.00')
  await expect(page.getByText('$10.00 to New sails')).toBeVisible()

  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const readFlares = await noteFlares(page)
  await donor.fetchCheckout(await donor.payByCard(1_500))
  await expect.poll(readFlares).toEqual(['New sails is reached: $40.00 together'])
  await expect(goal).toHaveText('$45.00 of $100.00')
  await page.getByText('$55.00 to the goal').click()
  await expect(page.getByText('Of linen.')).toBeVisible()

  await publishCampaign(host, { goal: null })
  await expect(goal).toHaveCount(0)
})

test('on the smallest phone the line below the orbit opens the milestones', async ({
  page,
  server,
}) => {
  await publishCampaign(await signUpHost(server), { goal: GOAL })
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(3_000))
  await page.setViewportSize({ width: 320, height: 568 })
  await enter(page)
  await page.locator('summary').filter({ hasText: 'of $100.00' }).click()
  await expect(page.getByText('Of linen.')).toBeVisible()
})

test('milestones that open move no place of a wide board', async ({ page, server }) => {
  const host = await signUpHost(server)
  await publishCampaign(host, { goal: GOAL })
  const donor = await signUp(server.url)
  for (const amountCents of [500, 600, 700, 800]) {
    await donor.fetchCheckout(await donor.payByCard(amountCents))
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page)
  const places = page.locator('ol > [data-place]')
  await expect(places).toHaveCount(3)
  // Places move until the board is live and the fonts have come.
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const measure = async () => Promise.all((await places.all()).map((place) => place.boundingBox()))
  const closed = await measure()
  await page.getByText('to the goal').or(page.getByText('The goal is reached')).click()
  await expect(page.getByText('Of linen.')).toBeVisible()
  await expect.poll(measure).toEqual(closed)
})
