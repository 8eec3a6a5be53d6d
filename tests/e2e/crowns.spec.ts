import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/browser/e2e.ts'
import { enter } from '../helpers/browser/visitor.ts'
import { createRound } from '../helpers/server/create-round.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'

test.describe.configure({ mode: 'serial' })

async function pay(donor: Donor, amountCents: number, name: string): Promise<void> {
  await donor.fetchCheckout(await donor.payByCard(amountCents, name))
}

const rows = (page: Page) =>
  page.getByRole('list', { name: 'The board at this time' }).getByRole('listitem')

test('crowns stand at names with their rules, and the recap replays the round by keyboard @phone', async ({
  page,
  server,
}) => {
  const host = await signUpHost(server)
  const name = `Long night ${test.info().project.name}`
  const round = await createRound(host, { name, fromS: -2, toS: 900 })
  const [mira, theo] = [await signUp(server.url), await signUp(server.url)]
  await enter(page)
  await pay(mira, 1_200, 'Mira Kell')
  await expect(page.getByText('$12.00').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /crown/i })).toHaveCount(0)

  await publishCampaign(host, { crowns: true })
  await pay(theo, 2_000, 'Theo Lind')
  await pay(mira, 1_300, 'Mira Kell')
  // All of them: until the page asks again, some are still those of before the last payment.
  const crown = page.getByRole('button', { name: /crowns: Reigning first, .*Most given in all/ })
  await page.getByRole('listitem').filter({ hasText: 'Mira' }).locator(crown).click()
  const dialog = page.getByRole('dialog', { name: 'Crowns' })
  await dialog.getByText('Most given in all').click()
  await expect(dialog).toContainText('Held by the donor whose donations add up to the most')
  await dialog.getByRole('link', { name: 'All crowns, recap and replay' }).click()

  await expect(page).toHaveURL(`/rounds/${round}/recap`)
  await expect(page.getByRole('heading', { name: `Recap: ${name}` })).toBeVisible()
  await expect(page.getByText('Mira took the first place from Theo with $25.00.')).toBeVisible()
  await expect(rows(page)).toHaveText(['Mira $25.00', 'Theo $20.00'])
  const scrubber = page.getByRole('slider', { name: 'Time' })
  await scrubber.press('Home')
  await expect(rows(page)).toHaveCount(0)
  await scrubber.press('ArrowRight')
  await expect(scrubber).toHaveAttribute('aria-valuetext', /is first with|nobody has given/)
  await scrubber.press('End')
  await expect(rows(page).first()).toHaveText('Mira $25.00')
  await page.getByLabel('Speed').selectOption('1×')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Pause' }).click()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as picture' }).click()
  expect((await download).suggestedFilename()).toMatch(/^recap-long-night-.*\.png$/)
})
