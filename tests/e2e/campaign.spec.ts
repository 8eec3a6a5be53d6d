import { expect, test } from '../helpers/browser/e2e.ts'
import { enter, enterSignedUp } from '../helpers/browser/visitor.ts'
import type { Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'

const CAUSE = 'the Lakeside animal shelter'
const ABOUT = 'We feed cats.\n\nMore on https://lakeside.example/cats.'
const FIVE = [
  'This is not an investment platform.',
  'Use it at your own risk.',
  'There are no refunds.',
  'It is for entertainment only.',
  "Every deposit is the donor's own responsibility.",
]

test.describe.configure({ mode: 'serial' })

let host: Donor

test.beforeEach(async ({ server }, { testId, retry }) => {
  host = await signUpHost(server, `host-${testId}-${retry}@royale.example`)
  await publishCampaign(host, {
    title: 'Donation Royale',
    cause: '',
    host: '',
    about: '',
    palette: 'galaxy',
    recipient: { name: '', contact: '' },
    deadline: null,
    open: true,
    disclaimer: { points: FIVE },
  })
})

test('what is published shows on an open page, without a reload @phone', async ({ page }) => {
  await enter(page)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveText(
    /^Powered by Donation Royale \d+\.\d+\.\d+$/,
  )
  await publishCampaign(host, {
    title: 'Lakeside Cup',
    cause: CAUSE,
    host: 'Mara <b>Lindqvist</b>',
    about: ABOUT,
    palette: 'ocean',
    recipient: { name: 'Lakeside Shelter', contact: 'mara@lakeside.example' },
  })
  await expect(page.getByText(`For ${CAUSE}, run by Mara <b>Lindqvist</b>`)).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Lakeside Cup')
  await expect(page).toHaveTitle('Lakeside Cup')
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'ocean')
  await expect(page.getByRole('contentinfo')).toContainText('All money goes to Lakeside Shelter')

  await page.getByRole('button', { name: 'About' }).click()
  const about = page.getByRole('dialog', { name: 'Lakeside Cup' })
  await expect(about.getByRole('link', { name: 'https://lakeside.example/cats' })).toHaveAttribute(
    'rel',
    /noopener/,
  )
  await page.keyboard.press('Escape')
  await expect(about).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'About' })).toBeFocused()
})

test('the document brings the campaign and its colours before any script', async ({
  browser,
  server,
}) => {
  await publishCampaign(host, { cause: CAUSE, palette: 'aurora' })
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'aurora')
  await context.close()
})

test('closing takes the ways to pay away, and leaves the board', async ({ page }) => {
  await enterSignedUp(page)
  await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toBeVisible()
  await publishCampaign(host, { open: false })
  await expect(page.getByRole('heading', { name: 'Donations are closed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toBeHidden()
  await expect(page.getByRole('button', { name: /Donate NOW!/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Top Donors' })).toBeVisible()
  await publishCampaign(host, { open: true })
  await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toBeVisible()
})

test('a new disclaimer asks again when one donates, and only then', async ({ page }) => {
  await enterSignedUp(page)
  await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await publishCampaign(host, { cause: CAUSE, disclaimer: { points: ['Be fair.', 'Be kind.'] } })
  await expect(page.getByText(`For ${CAUSE}`)).toBeVisible()
  await expect(page.getByText('Be fair.')).toHaveCount(0)

  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  await expect(page.getByText('Be fair.')).toBeVisible()
  await page.getByRole('button', { name: 'I Understand' }).click()
  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
})
