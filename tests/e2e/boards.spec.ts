import type { Page } from '@playwright/test'
import { holdCelebrations } from '../helpers/browser/celebration.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection } from '../helpers/browser/host.ts'
import {
  approve,
  chooseAmount,
  enterSignedUp,
  enter,
  openWallet,
} from '../helpers/browser/visitor.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'

test.describe.configure({ mode: 'serial' })

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const rows = (page: Page) => page.getByRole('region', { name: 'Top Donors' }).getByRole('listitem')

async function pay(donor: Donor, amountCents: number, name: string): Promise<void> {
  await donor.fetchCheckout(await donor.payByCard(amountCents, name))
}

test('with one board the page has no tabs', async ({ page }) => {
  await enter(page)
  await expect(page.getByText('Biggest donation leads')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('a host chooses boards, and an open page has their tabs', async ({
  page,
  browser,
  server,
}) => {
  await enter(page)
  const console = await (await browser.newContext({ baseURL: server.url })).newPage()
  await becomeHost(console, server)
  await openSection(console, '/host/campaign', 'Campaign')
  await console.getByRole('checkbox', { name: /^Donors today/ }).check()
  await console.getByRole('checkbox', { name: /^This month/ }).check()
  await console.getByRole('button', { name: 'Move up: This month' }).click()
  await console.getByRole('button', { name: 'Publish 1 change' }).click()
  await expect(page.getByRole('tab')).toHaveText(['All time', 'This month', 'Donors today'])
  await expect(tab(page, 'All time')).toHaveAttribute('aria-selected', 'true')
  await console.context().close()
})

test('a board by donor adds up what each has given, live @phone', async ({ page, server }) => {
  const host = await signUpHost(server)
  await publishCampaign(host, { boards: ['donations-all-time', 'donors-all-time'] })
  const [mira, theo] = [await signUp(server.url), await signUp(server.url)]
  await pay(mira, 1_200, 'Mira Kell')
  await pay(theo, 2_000, 'Theo Lind')
  await enter(page)
  await expect(rows(page).first()).toContainText('Theo')
  await tab(page, 'Donors all time').click()
  await expect(page.getByText('Biggest total leads')).toBeVisible()
  await expect(rows(page).first()).toContainText('Theo')
  await pay(mira, 1_300, 'Mira Kell')
  await expect(rows(page).first()).toContainText('Mira')
  await expect(rows(page).first()).toContainText('$25.00')
  await expect(page.getByText('Donors', { exact: true }).last()).toBeVisible()
  await tab(page, 'All time').click()
  await expect(rows(page).first()).toContainText('Theo')
})

test("the host's first board is there after a reload, reached by the keyboard", async ({
  page,
  server,
}) => {
  const host = await signUpHost(server)
  await publishCampaign(host, { boards: ['donors-today', 'donations-all-time'] })
  await pay(await signUp(server.url), 3_100, 'Nova Vance')
  await enter(page)
  await expect(tab(page, 'Donors today')).toHaveAttribute('aria-selected', 'true')
  await expect(rows(page).first()).toContainText('Nova')
  await tab(page, 'Donors today').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'All time')).toBeFocused()
  await expect(tab(page, 'All time')).toHaveAttribute('aria-selected', 'true')
})

test('the donation of a viewer leads back to the board on which it is celebrated', async ({
  page,
  server,
}) => {
  const host = await signUpHost(server)
  await publishCampaign(host, { boards: ['donations-all-time', 'donors-week'] })
  await enterSignedUp(page)
  await tab(page, 'Donors this week').click()
  await chooseAmount(page, '41.00')
  await approve(await openWallet(page), { givenName: 'Ada', surname: 'Vance' })
  await page.getByRole('dialog', { name: 'Thank You!' }).waitFor()
  await expect(tab(page, 'All time')).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('[data-own]').first()).toBeAttached()
})

test('on a board of donors the viewer is told the sum and whom more passes @phone', async ({
  page,
  server,
  isMobile,
}) => {
  const host = await signUpHost(server)
  await publishCampaign(host, { boards: ['donors-month', 'donations-all-time'] })
  const [mira, theo] = [await signUp(server.url), await signUp(server.url)]
  await pay(mira, 70_000, 'Mira Kell')
  await pay(theo, 80_000, 'Theo Lind')
  await enterSignedUp(page)
  await holdCelebrations(page)
  const panel = page.getByRole('region', { name: 'Claim your place' })
  await expect(tab(page, 'Donors this month')).toHaveAttribute('aria-selected', 'true')
  if (!isMobile) await expect(panel).toContainText('Every dollar moves you up the board.')
  for (const amount of ['500.00', '150.00']) {
    await chooseAmount(page, amount)
    await approve(await openWallet(page), { givenName: 'Ada', surname: 'Vance' })
    const thanks = page.getByRole('dialog', { name: 'Thank You!' })
    await thanks.waitFor()
    if (amount === '150.00') {
      await expect(thanks).toContainText(
        /With \$650 in all you are\s#\d+ of the donors this month; \$\d.* more passes/,
      )
    }
    await page.keyboard.press('Escape')
    await thanks.waitFor({ state: 'hidden' })
    await tab(page, 'Donors this month').click()
  }
  const own = page.locator('[data-own]')
  await expect(own).toHaveCount(1)
  await expect(own).toContainText('$650.00')
  await expect(own).toContainText('You')
  if (!isMobile) {
    await expect(panel).toContainText(/You are at\s#\d+ with \$650; \$50\.01 more passes Mira\./)
    await chooseAmount(page, '60.00')
    await expect(panel).toContainText(/Your\s#\d+ would become\s#\d+, passing Mira/)
  }
})
