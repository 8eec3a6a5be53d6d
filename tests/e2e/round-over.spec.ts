import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/browser/e2e.ts'
import { findCelebration } from '../helpers/browser/celebration.ts'
import { chooseAmount, enterSignedUp, payByWallet } from '../helpers/browser/visitor.ts'
import { createRound } from '../helpers/server/create-round.ts'
import { giveAsNewDonor, sendJson } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'

async function donate(page: Page, amount: string): Promise<void> {
  await payByWallet(page, amount, { givenName: 'Ada', surname: 'Vance' })
  await findCelebration(page).waitFor()
  await page.keyboard.press('Escape')
  await expect(findCelebration(page)).toHaveCount(0)
}

test('where only donors rank, a round that is over leaves the prices of the first board that counts @phone', async ({
  page,
  server,
  isMobile,
}) => {
  const host = await signUpHost(server)
  await publishCampaign(host, { boards: ['donors-all-time', 'donors-week'] })
  await giveAsNewDonor(server.url, 8_000, 'Theo Lind')
  await giveAsNewDonor(server.url, 12_000, 'Mira Kell')
  await enterSignedUp(page)
  const panel = page.getByRole('region', { name: 'Claim your place' })
  const id = await createRound(host, { name: 'Final hour', fromS: 0, toS: 3_600 })
  await expect(page.getByRole('tab', { name: 'Final hour' })).toBeVisible()
  await donate(page, '50.00')
  await sendJson(host, `/api/host/rounds/${id}/end`, { body: {} })
  await expect(page.getByRole('dialog')).toContainText('Ada won with $50.00')
  await page.keyboard.press('Escape')
  await page.reload()
  const tab = page.getByRole('tab', { name: 'Final hour' })
  await expect(tab).toHaveAttribute('aria-selected', 'true')

  await test.step('a donor reads their sum there, and whom more passes', async () => {
    if (isMobile) {
      await expect(panel).toContainText('adds to your #3among all donors')
      await panel.getByRole('button', { name: 'Change the amount' }).click()
    }
    await expect(panel).toContainText(
      'You are at #3 of all donors with $50; $30.01 more passes Theo.',
    )
    await expect(panel).toContainText('#1 of all donors +$70.01')
    await expect(panel).toContainText('#3 yours')
    await chooseAmount(page, '40.00')
    await expect(panel).toContainText('Your #3 would become #2, passing Theo')
  })

  await test.step('it follows that board, also while the round stays shown', async () => {
    await giveAsNewDonor(server.url, 6_000, 'Bo Kell')
    await expect(panel).toContainText(
      'You are at #4 of all donors with $50; $10.01 more passes Bo.',
    )
    await expect(panel).toContainText('Your #4 would become #2, passing Theo')
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  })
})

test('where only donors rank, a round that is over promises nothing to who has given nothing', async ({
  page,
  server,
}) => {
  const host = await signUpHost(server)
  await publishCampaign(host, { boards: ['donors-all-time'] })
  const id = await createRound(host, { name: 'Second hour', fromS: 0, toS: 3_600 })
  await giveAsNewDonor(server.url, 50_000, 'Nova Hale')
  await sendJson(host, `/api/host/rounds/${id}/end`, { body: {} })
  await enterSignedUp(page)
  await expect(page.locator('[data-phase=over]')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Claim your place' })
  await expect(panel).toContainText('Places among all donors.')
  await expect(panel).toContainText('#1 of all donors')
  await expect(panel).not.toContainText('donations')
})
