import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { signUp } from '../helpers/server/donor.ts'
import { control, findPayment } from '../helpers/server/embedded-sandbox.ts'

test('statement, chart and heading tell one story, from the empty ledger on @phone', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  const statement = page.getByRole('table', { name: 'Test money by provider' })
  const before = await readTotalCents(statement)
  const donor = await signUp(server.url)
  await donor.payByCard(500)
  await donor.payByCard(123_456)
  const after = before + 123_956
  await page.reload()
  await expect.poll(() => readTotalCents(statement)).toBe(after)
  await page.getByText('The same as a table').click()
  const today = page
    .getByRole('table', { name: /^Gross by day/ })
    .getByRole('row')
    .nth(1)
  await expect(today).toContainText(formatCents(after))
  await expect(page.getByText(/of test money today from/)).toContainText(formatCents(after))
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
})

test('the ledger is said to agree only after it was compared, and in words', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  const drift = page.getByRole('table', { name: 'Provider against ledger, all time' })
  await expect(drift.getByRole('row', { name: /Stripe/ })).toContainText(
    /✓ \$0\.00|\? not compared/,
  )
})

test('a dispute waits for the host, who sets it aside with a reason', async ({ page, server }) => {
  const donor = await signUp(server.url)
  await donor.payByCard(2500, 'Caspian Vale')
  await control(server, '/disputes', {
    provider: 'stripe',
    paymentId: await findPayment(server, 2500),
  })
  await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(async () => {
    await page.reload()
    await expect(waiting.getByRole('heading', { level: 4, name: /Dispute/ })).toBeVisible({
      timeout: 10_000,
    })
  }).toPass()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/thing.* for you/)
  await expectAccessible(page)

  await waiting.getByRole('button', { name: /^Set aside: .*Dispute/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Set aside' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Set aside' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Give a reason: whoever looks at this later needs it.',
  )
  await dialog.getByLabel('Reason').fill('<script>alert(1)</script> The bank has our answer. 🌌')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(waiting.getByRole('heading', { level: 4, name: /Dispute/ })).toHaveCount(0)
})

test('a phone shows one column of the statement at a time @phone-only', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  const statement = page.getByRole('table', { name: 'Test money by provider' })
  await expect(statement.getByRole('columnheader', { name: 'Stripe' })).toBeHidden()
  await page.getByRole('button', { name: 'Stripe', exact: true }).click()
  await expect(statement.getByRole('columnheader', { name: 'Stripe' })).toBeVisible()
  await expect(statement.getByRole('columnheader', { name: 'Together' })).toBeHidden()
})

test('six figures fit windows from 320 to 2560 px wide', async ({ page, server }) => {
  const donor = await signUp(server.url)
  for (let paid = 0; paid < 10; paid++) await donor.payByCard(1_000_000)
  await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  const statement = page.getByRole('table', { name: 'Test money by provider' })
  await expect(statement.getByRole('row', { name: /^Gross/ })).toContainText(/\$\d{3},\d{3}/)
  await page.getByText('The same as a table').waitFor()
  for (const width of [320, 390, 820, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => findCutContent(page), `${width} px wide`).toEqual([])
  }
})

type Table = ReturnType<Page['getByRole']>

/** Reads the gross sum of all providers from the statement. */
async function readTotalCents(statement: Table): Promise<number> {
  const text = statement
    .getByRole('row', { name: /^Gross/ })
    .getByRole('cell')
    .last()
  return Math.round(Number((await text.innerText()).replaceAll(/[^\d.]/g, '')) * 100)
}

function formatCents(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
}

test('an owner sets, tries and removes the address for alarms, and is told the truth @phone', async ({
  page,
  pageErrors,
  server,
}) => {
  pageErrors.allow(/400 .*\/api\/host\/alarms\)/)
  await becomeHost(page, server)
  await openSection(page, '/host', 'Overview')
  const panel = page.getByRole('region', { name: 'Alarms' })
  const address = panel.getByRole('textbox', { name: 'Address' })
  await address.fill('http://alarms.example.org/')
  await address.press('Enter')
  await expect(
    panel.getByText('Give an address that begins with https:// and has no name or password in it.'),
  ).toBeVisible()
  await address.fill('https://127.0.0.1/hook')
  await address.press('Enter')
  await expect(panel.getByText(/^Saved\. Alarms go to this address too/)).toBeVisible()
  const secret = await panel.getByText(/^whsec_/).textContent()
  await panel.getByRole('button', { name: 'Send a test alarm' }).click()
  await expect(
    panel.getByText(
      'The address could not be reached: 127.0.0.1 is not an address on the public internet.',
    ),
  ).toBeVisible()
  await panel.getByRole('button', { name: 'Replace the secret' }).click()
  await expect(
    panel.getByText('Replaced. The former secret signs beside the new one for a day.'),
  ).toBeVisible()
  expect(await panel.getByText(/^whsec_/).textContent()).not.toBe(secret)
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
  await expect.poll(() => findCutContent(page)).toEqual([])
  await page.reload()
  await expect(address).toHaveValue('https://127.0.0.1/hook')
  await expect(panel.getByText(/^whsec_/)).toHaveCount(0)
  await panel.getByRole('button', { name: 'Remove the address' }).press('Enter')
  await expect(panel.getByText('Removed. Hosts are still mailed.')).toBeVisible()
  await expect(address).toBeFocused()
  await expect(address).toHaveValue('')
})
