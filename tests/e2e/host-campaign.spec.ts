import type { Page } from '@playwright/test'
import { campaignSchema } from '#contract/campaign.ts'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import type { Donor } from '../helpers/server/donor.ts'

const PATH = '/host/campaign'

/** Publishes by the API, as another host would. */
async function publishElsewhere(page: Page, host: Donor, change: object): Promise<void> {
  const read = await page.request.get('/api/campaign')
  const { version } = campaignSchema.parse(await read.json())
  const answer = await page.request.put('/api/host/campaign', {
    data: change,
    headers: { 'if-match': `"${version}"`, origin: new URL(page.url()).origin },
  })
  expect(answer.status(), host.email).toBe(200)
}

/** Sees the draft on the page itself, which nobody else sees, and which does nothing. */
async function expectPreview(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Preview' })
  if (await toggle.isVisible()) await toggle.click()
  const preview = page.getByTitle('Preview of the page').contentFrame()
  await expect(preview.getByText('For a <b>new</b> lifeboat')).toBeVisible()
  await expect(preview.getByText('All money goes to Skerry Point')).toBeVisible()
  await expect(preview.getByText('Preview', { exact: true })).toBeVisible()
  const panel = preview.locator('aside[inert]')
  await expect(panel).toContainText('Claim your place')
  await expect(panel.locator('input').first()).toHaveValue('7.00')
  // The bar that sticks to the top covers what is scrolled below it.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Disclaimer' }).click()
  await preview.getByRole('button', { name: 'I Understand' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Page', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: 'disclaimer' }),
  )
  const { cause } = campaignSchema.parse(await (await page.request.get('/api/campaign')).json())
  expect(cause).toBe('')
  await expect(page.getByRole('button', { name: 'Publish 3 changes' })).toBeVisible()
  if (await toggle.isVisible()) await toggle.click()
}

test('a host publishes what they typed, and every open page is told @phone', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, PATH, 'Campaign')
  const told = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const source = new EventSource('/api/leaderboard/live?campaign=0')
        source.addEventListener('campaign', (event) => {
          source.close()
          resolve(String(event.data))
        })
      }),
  )
  await page.getByRole('textbox', { name: 'Cause, in one line' }).fill('a <b>new</b> lifeboat')
  await page.getByRole('textbox', { name: 'Name, on page and receipts' }).fill('Skerry Point')
  await page.getByRole('textbox', { name: 'Amount to begin with, USD' }).fill('7')
  await expectPreview(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish 3 changes' }).click()
  await expect(page.getByText('Published. Every open page shows it now.')).toBeVisible()
  expect(JSON.parse(await told)).toMatchObject({
    campaign: { version: 1, cause: 'a <b>new</b> lifeboat', recipient: { name: 'Skerry Point' } },
  })
  await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
  expect(await findSmallTargets(page)).toEqual([])
  await expect.poll(() => findCutContent(page)).toEqual([])
})

test('a picture is uploaded, shown and published, and a false one is refused in words', async ({
  page,
  pageErrors,
  server,
}) => {
  pageErrors.allow(/400 \(Bad Request\)/)
  await becomeHost(page, server)
  await openSection(page, PATH, 'Campaign')
  const field = page.getByLabel('Picture or logo')
  const script = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }
  await field.setInputFiles(script)
  await expect(page.getByText('The picture must be a PNG, JPEG, WebP or GIF file.')).toBeVisible()
  await field.setInputFiles('src/client/public/icon-192.png')
  await expect(page.getByAltText('As the page shows it')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish 1 change' }).click()
  await expect(page.getByText('Published. Every open page shows it now.')).toBeVisible()
  const { picture } = campaignSchema.parse(await (await page.request.get('/api/campaign')).json())
  expect((await page.request.get(picture ?? '')).status()).toBe(200)
})

test('a draft outlives a reload, and is put back or discarded by keyboard', async ({
  page,
  server,
}) => {
  await becomeHost(page, server)
  await openSection(page, PATH, 'Campaign')
  await page.getByRole('textbox', { name: 'Title' }).fill('Gala')
  await page.getByRole('textbox', { name: 'Run by' }).fill('The Quiz Club')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Gala')
  await page.getByRole('button', { name: 'Put back: Title' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Donation Royale')
  await page.getByRole('button', { name: 'Discard' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Run by' })).toHaveValue('')
  await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0)
})

test('a wrong value is told at its field and beside the preview, and nothing is published', async ({
  page,
  pageErrors,
  server,
}) => {
  pageErrors.allow(/401 .*\/preview\)/)
  await becomeHost(page, server)
  await page.route('**/campaign/preview', (route) => route.fulfill({ status: 401, json: {} }), {
    times: 1,
  })
  await openSection(page, PATH, 'Campaign')
  await expect(
    page.getByText('The preview could not be loaded. Your draft is still here.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('textbox', { name: 'Link to the terms' }).fill('javascript:alert(1)')
  await page.getByRole('textbox', { name: 'Smallest amount, USD' }).fill('20000')
  await expect(
    page.getByText(
      'Not in the preview, because it cannot be published yet: Link to the terms, Smallest amount, USD.',
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Publish 2 changes' }).click()
  await expect(page.getByText('Nothing was published: look at the marked fields.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Link to the terms' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expect(page.getByRole('textbox', { name: 'Smallest amount, USD' })).toBeFocused()
  await expect(
    page.getByRole('textbox', { name: 'Link to the terms' }),
  ).toHaveAccessibleDescription(
    /^The link to the terms must be an address that begins with https:\/\/ or mailto:\./,
  )
  await expect(
    page.getByRole('textbox', { name: 'Smallest amount, USD' }),
  ).toHaveAccessibleDescription(/^The smallest donation must not be above the largest\./)
  await expectAccessible(page)
})

test('boards and crowns can be seen before they are published', async ({ page, server }) => {
  await becomeHost(page, server)
  await openSection(page, PATH, 'Campaign')
  const preview = page.getByTitle('Preview of the page').contentFrame()
  await page.getByRole('checkbox', { name: /^Donors this week/ }).check()
  await page.getByRole('combobox', { name: 'Crowns' }).selectOption({ index: 1 })
  await expect(page.getByRole('button', { name: 'Board', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByText('New boards and crowns show examples.')).toBeVisible()
  const tab = preview.getByRole('tab', { name: 'Donors this week' })
  await tab.press('Enter')
  await expect(preview.getByRole('listitem').filter({ hasText: 'Mira' }).first()).toContainText(
    '$120.00',
  )
  await expect(preview.getByRole('button', { name: /^2 crowns: Reigning first/ })).toBeVisible()
  await expectAccessible(page)
})

test('two hosts who change the same value lose nothing: both versions are shown', async ({
  page,
  server,
}) => {
  const host = await becomeHost(page, server)
  await openSection(page, PATH, 'Campaign')
  await page.getByRole('textbox', { name: 'Title' }).fill('Gala')
  await page.getByRole('textbox', { name: 'Run by' }).fill('The Quiz Club')
  await publishElsewhere(page, host, { title: 'Ball', cause: 'the school' })
  const panel = page.getByRole('region', { name: 'Somebody else has published meanwhile' })
  await expect(panel).toContainText('Gala')
  await expect(panel).toContainText('Ball')
  await expect(page.getByRole('textbox', { name: 'Cause, in one line' })).toHaveValue('the school')
  await expectAccessible(page)
  await panel.getByRole('button', { name: /^Keep yours/ }).click()
  await page.getByRole('button', { name: 'Publish 2 changes' }).click()
  await expect(page.getByText('Published. Every open page shows it now.')).toBeVisible()
  const campaign: unknown = await (await page.request.get('/api/campaign')).json()
  expect(campaign).toMatchObject({ title: 'Gala', host: 'The Quiz Club', cause: 'the school' })
})
