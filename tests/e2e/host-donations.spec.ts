import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { ROUTES } from '#contract/routes.ts'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import type { AppServer } from '../helpers/server/app-server.ts'
import { signUp } from '../helpers/server/donor.ts'

/** Pays a donation under a name that no other test has, and returns its donor. */
async function pay(server: AppServer, name: string, amountCents: number) {
  const donor = await signUp(server.url)
  const session = await donor.payByCard(amountCents, name)
  await expect.poll(async () => (await donor.fetchCheckout(session)).state).toBe('paid')
  return donor
}

test('a host finds a donation, reads its story and refunds a part, by mouse @phone', async ({
  page,
  server,
}) => {
  const donor = await pay(server, 'Mona', 2000)
  await becomeHost(page, server)
  await openSection(page, '/host/donations', 'Donations')
  await page.getByRole('searchbox', { name: 'Search' }).fill(donor.email)
  const row = page.getByRole('list', { name: 'Donations' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('$20.00')
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Mona, $20.00' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Captured' })).toBeVisible()
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])

  await page.getByRole('button', { name: 'Refund …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Amount in US dollars').fill('5')
  await expect(dialog).toContainText('This leaves $15.00 of $20.00.')
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Give a reason')
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('They asked for it.')
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Refund requested' })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Partly refunded')).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(page.getByText('on its way back')).toHaveCount(0)
})

test('a host renames and hides a donor in the story, and the board follows @phone', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/400/)
  await pay(server, 'Quinn', 4100)
  await becomeHost(page, server)
  await openSection(page, '/host/donations?q=Quinn', 'Donations')
  await page.getByRole('link', { name: 'Quinn' }).first().click()
  const texts = page.getByRole('region', { name: 'Name and message' })
  await texts.getByRole('button', { name: 'Rename …' }).click()
  await texts.getByLabel('Name to show').fill('\u200b')
  await texts.getByRole('button', { name: 'Rename' }).click()
  await expect(texts.getByRole('alert')).toContainText('Write the new name')
  await expect(texts.getByLabel('Name to show')).toBeFocused()
  await texts.getByLabel('Name to show').fill('Q. <b>R.</b>')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(texts).toContainText('The page shows “Q. <b>R.</b>”.')
  await expect(texts.getByRole('button', { name: 'Rename …' })).toBeFocused()
  await expect.poll(() => shownNames(server)).toContain('Q. <b>R.</b>')
  await texts.getByRole('button', { name: 'Hide' }).click()
  await expect(texts).toContainText('Hidden: the page shows “A donor”.')
  await expect.poll(() => shownNames(server)).not.toContain('Q. <b>R.</b>')
  await texts.getByRole('button', { name: 'Show again' }).click()
  await expect(texts).toContainText('The page shows “Q. <b>R.</b>”.')
})

test('a refund whose provider does not answer is shown as on its way', async ({ page, server }) => {
  await pay(server, 'Nora', 3000)
  await becomeHost(page, server)
  const fault = { provider: 'stripe', fault: '500', path: '/v1/refunds', times: 'always' }
  await control(server, '/faults', fault)
  await openSection(page, '/host/donations?q=Nora', 'Donations')
  await page.getByRole('link', { name: 'Nora' }).click()
  await page.getByRole('button', { name: 'Refund …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Reason').fill('Twice by mistake.')
  await dialog.getByRole('button', { name: 'Refund $30.00' }).click()
  await expect(page.getByText('$30.00 on its way back')).toBeVisible()
  await expect(page.getByText('Nothing is left to refund.')).toBeVisible()
  await control(server, '/faults/clear', {})
})

test('search, rows, notes and receipts work by keyboard alone', async ({ page, server }) => {
  await pay(server, 'Olga', 700)
  await becomeHost(page, server)
  await openSection(page, '/host/donations?sort=oldest', 'Donations')
  await page.keyboard.press('/')
  await page.keyboard.type('olg')
  await expect(page).toHaveURL(/q=olg/)
  await expect(page.getByRole('link', { name: 'Olga' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Donations' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Olga' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Olga, $7.00' })).toBeFocused()
  await page.getByLabel('Note for other hosts').fill('<b>Called us.</b>')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('<b>Called us.</b>')).toBeVisible()
  await page.getByRole('button', { name: 'Mail the receipt again' }).press('Enter')
  await expect(page.getByText('The receipt is mailed.')).toBeVisible()
  await page.getByRole('link', { name: 'All donations' }).press('Enter')
  await expect(page).toHaveURL(/\/host\/donations\?.*q=olg/)
})

test('a search without a result, and an id of nothing, say so', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/404/)
  await becomeHost(page, server)
  await openSection(page, '/host/donations?q=nobody-of-this-name', 'Donations')
  await expect(page.getByText(/^Nothing matches\./)).toBeVisible()
  await page.getByRole('button', { name: 'Show all donations' }).click()
  await expect(page).toHaveURL(/\/host\/donations$/)
  await page.goto('/host/donations/none')
  await expect(page.getByRole('alert')).toContainText('There is no donation under this id.')
})

test('the exports are links for the chosen days @phone', async ({ page, server }) => {
  await pay(server, 'Pia', 900)
  await becomeHost(page, server)
  await openSection(page, '/host/export', 'Export')
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
  const link = page.getByRole('link', { name: 'Money in and out as CSV' })
  const download = page.waitForEvent('download')
  await link.click()
  expect((await download).suggestedFilename()).toBe('movements.csv')
  await page.getByLabel('From').fill('2026-01-31')
  await expect(link).toHaveAttribute('href', '/api/host/exports/movements.csv?from=2026-01-31')
  await page.getByLabel('To').fill('2026-01-01')
  await expect(page.getByText(/so the files are empty/)).toBeVisible()
})

test('no donation is cut or beyond the window, from 320 to 2560 px wide', async ({
  page,
  server,
}) => {
  const expectWhole = async () => {
    for (const width of [320, 390, 820, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => findCutContent(page), `${width} px wide`).toEqual([])
    }
  }
  await pay(server, 'Quinn', 1100)
  await becomeHost(page, server)
  await openSection(page, '/host/donations', 'Donations')
  const first = page.getByRole('link', { name: 'Quinn' }).first()
  await expect(first).toBeVisible()
  await expectWhole()
  await first.click()
  await expect(page.getByRole('heading', { name: 'Captured' })).toBeVisible()
  await expectWhole()
})

async function control({ url }: AppServer, path: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/_sandbox/control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** Returns the names that the board shows. */
async function shownNames({ url }: AppServer): Promise<(string | null)[]> {
  const board = await fetch(`${url}${ROUTES.leaderboard}?limit=500`)
  return leaderboardPageSchema.parse(await board.json()).entries.map(({ name }) => name)
}
