import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { signIn } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { enter, enterSignedUp, fillAccount, PASSWORD } from '../helpers/browser/visitor.ts'
import type { AppServer } from '../helpers/server/app-server.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { setScreening } from '../helpers/server/screening.ts'

/** Signs up a donor who has given, and opens their page. */
async function openGiven(page: Page, server: AppServer, name: string): Promise<Donor> {
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(1_250, `${name} Lovelace`))
  await signIn(page, server, donor)
  await page.goto('/me')
  await expect(page.getByText('$12.50', { exact: true })).toBeVisible()
  return donor
}

async function expectReadable(page: Page): Promise<void> {
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
  await expect.poll(() => findCutContent(page)).toEqual([])
}

test('somebody who is not logged in logs in there, and finds it empty @phone', async ({
  page,
  server,
}) => {
  const { email } = await signUp(server.url)
  await page.goto('/me')
  await expect(page.getByRole('heading', { level: 1, name: 'My donations' })).toBeVisible()
  await expectReadable(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Log in' }).click()
  await fillAccount(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'You have not donated yet.' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Go to the leaderboard' })).toBeVisible()
  await expectReadable(page)
})

test('where all else failed, each card is as high as what it says', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, server, await signUp(server.url))
  await page.route('**/api/me/**', (route) => route.abort())
  await page.goto('/me')
  await page.getByText(/^Your donations and settings could not be loaded\./).waitFor()
  const cards = page.locator('main section:visible')
  await expect(cards).toHaveCount(3)
  const findHigh = () =>
    cards.evaluateAll((sections) =>
      sections
        .map((card) => {
          const end = card.lastElementChild?.getBoundingClientRect().bottom ?? NaN
          return card.getBoundingClientRect().bottom - end
        })
        .filter((px) => !(px < 24)),
    )
  await expect.poll(findHigh).toEqual([])
})

test('the account dialog leads there', async ({ page }) => {
  const email = await enterSignedUp(page)
  await page.getByRole('button', { name: `${email} (your account)` }).click()
  await page.getByRole('link', { name: 'My donations and receipts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My donations' })).toBeVisible()
})

test('a donation has its state, and a receipt to print or to mail again @phone', async ({
  page,
  server,
}) => {
  const { email } = await openGiven(page, server, 'Ada')
  const item = page.getByRole('listitem').filter({ hasText: '$12.50' })
  await expect(item).toContainText('On the board')
  await expect(item).toContainText('Card (Stripe)')
  await expect(item).toContainText('Shown as Ada')
  await item.getByRole('button', { name: /^Mail the receipt of \$12\.50/ }).click()
  await expect(item.getByRole('status')).toHaveText(`Mailed to ${email}.`)
  await expectReadable(page)
  await item.getByRole('link', { name: /^Receipt of \$12\.50/ }).click()
  await expect(page.getByRole('heading', { name: 'Donation receipt' })).toBeVisible()
  await expect(page.getByText(`Ada, ${email}`)).toBeVisible()
  await expectReadable(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'My donations' }).click()
  await expect(page.getByText('$12.50', { exact: true })).toBeVisible()
})

test('a name is taken off a past donation and shown again, live for others', async ({
  page,
  server,
  browser,
}) => {
  await openGiven(page, server, 'Bettina')
  const others = await browser.newPage({ baseURL: server.url })
  await enter(others)
  await expect(others.getByText('Bettina').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show as Anonymous' }).click()
  await expect(page.getByRole('button', { name: 'Show my name' })).toBeVisible()
  await expect(others.getByText('Bettina')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show my name' }).click()
  await expect(others.getByText('Bettina').first()).toBeVisible()
  await others.close()
})

test('name and message of a past donation are changed by keyboard, and wait if held @phone', async ({
  page,
  server,
  browser,
}) => {
  const host = await signUpHost(server)
  await setScreening(host, 'off')
  await openGiven(page, server, 'Emilia')
  const others = await browser.newPage({ baseURL: server.url })
  await enter(others)
  await expect(others.getByText('Emilia').first()).toBeVisible()
  const change = page.getByRole('button', { name: /^Edit what is shown of \$12\.50/ })
  await change.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name shown with this donation')).toBeFocused()
  await page.keyboard.type('<b>Émilie</b>')
  await page.keyboard.press('Tab')
  await page.keyboard.type('For the <script>whales</script>')
  await expectReadable(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Saved.')
  await expect(change).toBeFocused()
  await expect(page.getByText('“For the <script>whales</script>”')).toBeVisible()
  await expect(others.getByText('<b>Émilie</b>').first()).toBeVisible()

  await setScreening(host, 'hold')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name shown with this donation').fill('Countess')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Saved. It waits for approval.')
  await expect(page.getByText('Only you see Countess')).toBeVisible()
  await expect(page.getByText('Waits for approval', { exact: true })).toBeVisible()
  await expectReadable(page)
  await expect(others.getByText('<b>Émilie</b>')).toHaveCount(0)
  await expect(others.getByText('A donor').first()).toBeVisible()
  await others.close()
  await setScreening(host, 'off')
})

test('the name of the next donations is saved', async ({ page, server }) => {
  await openGiven(page, server, 'Cleo')
  await page.getByLabel('Name on the leaderboard').fill('Countess')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name on the leaderboard')).toHaveValue('Countess')
})

test('the account is deleted by keyboard, and others see it at once', async ({
  page,
  server,
  browser,
  pageErrors,
}) => {
  pageErrors.allow(/400|401/)
  await openGiven(page, server, 'Dorothea')
  const others = await browser.newPage({ baseURL: server.url })
  await enter(others)
  await expect(others.getByText('Dorothea').first()).toBeVisible()
  await page.getByRole('button', { name: 'Delete my account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectReadable(page)
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(others.getByText('Dorothea')).toHaveCount(0)
  await expect(others.getByText('Anonymous').first()).toBeVisible()
  await others.close()
})

test('what fails says why, and the page does once if all fails at once', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED|Failed to load resource/)
  await signIn(page, server, await signUp(server.url))
  await page.route('**/api/me/limits', (route) => route.abort())
  await page.goto('/me')
  const why = page.getByText('The server cannot be reached. Check your internet connection.')
  await expect(
    page.getByRole('region', { name: 'Limits and pause' }).getByRole('alert'),
  ).toHaveText(
    'Your limits could not be loaded. The server cannot be reached. Check your internet connection.',
  )
  await expect(why.filter({ visible: true })).toHaveCount(1)

  await page.route('**/api/me/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(/^Your donations and settings could not be loaded\./)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(why.filter({ visible: true })).toHaveCount(1)

  await page.unroute('**/api/me/**')
  await page.unroute('**/api/me/limits')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('You have not donated yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save limits' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn reminders' })).toBeVisible()
})

test('while the server does not answer, the list says so and can be tried again', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED|Failed to load resource/)
  const donor = await signUp(server.url)
  await signIn(page, server, donor)
  await page.route('**/api/me/donations', (route) => route.abort())
  await page.goto('/me')
  await expect(page.getByRole('alert')).toContainText(
    'Your donations could not be loaded. The server cannot be reached.',
  )
  await page.unroute('**/api/me/donations')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('You have not donated yet.')).toBeVisible()
})
