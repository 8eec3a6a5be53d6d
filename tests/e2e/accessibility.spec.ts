import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/e2e.ts'
import { approve, enter, enterSignedUp, openWallet } from '../helpers/visitor.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([])
}

test('axe finds nothing on the disclaimer @phone', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'I Understand' }).waitFor()
  await expectNoViolation(page)
})

test('axe finds nothing on the page and in the account dialog @phone', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/400|401/)
  await enter(page)
  await expectNoViolation(page)
  await page.getByText('Login / Sign up').click()
  await page.getByRole('dialog').getByRole('heading').waitFor()
  await expectNoViolation(page)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await expectNoViolation(page)
})

test('axe finds nothing on the donation panel, the popup, and the celebration @phone', async ({
  page,
}) => {
  await enterSignedUp(page)
  await page.getByRole('button', { name: 'Donate with PayPal' }).waitFor()
  await expectNoViolation(page)
  const popup = await openWallet(page)
  await expectNoViolation(popup)
  await approve(popup, { givenName: 'Nova', surname: 'Vance' })
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  await expectNoViolation(page)
})

test('axe finds nothing on a pending payment and its notice @phone', async ({ page }) => {
  await enterSignedUp(page)
  await approve(await openWallet(page), { givenName: 'Theo', surname: 'PENDING' })
  await page.getByText('Being confirmed').waitFor()
  await page.getByText(/being processed/).waitFor()
  await expectNoViolation(page)
})

test('axe finds nothing on the hosted card page @phone', async ({ page }) => {
  await enterSignedUp(page)
  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  await page.getByLabel('Card number').waitFor()
  await expectNoViolation(page)
})
