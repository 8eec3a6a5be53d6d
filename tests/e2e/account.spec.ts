import type { APIRequestContext, Request } from '@playwright/test'
import { expect, test } from '../helpers/browser/e2e.ts'
import { enter, enterSignedUp, fillAccount, PASSWORD } from '../helpers/browser/visitor.ts'

test('empty fields are named, and what was typed stays', async ({ page }) => {
  await enter(page)
  await page.getByText('Login / Sign up').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Log In' })).toBeVisible()
  await dialog.getByLabel('Email').fill('ada@donor.example')
  await dialog.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Please enter both email and password.')
  await expect(dialog.getByLabel('Email')).toHaveValue('ada@donor.example')
})

test('the call to action can be pressed on its question and on its answer @phone', async ({
  page,
}) => {
  await enter(page)
  const sentence = 'Think you can conquer the leaderboard? Donate NOW!'
  const dialog = page.getByRole('dialog', { name: 'Create Account' })
  for (const target of [
    page.getByRole('button', { name: sentence, exact: true }),
    page.getByText(sentence),
    page.getByText('Think you can conquer the leaderboard?', { exact: true }),
    page.getByText('Donate NOW!', { exact: true }),
  ]) {
    await target.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('the call to action opens the dialog, whose links change what it does', async ({ page }) => {
  await enter(page)
  await page.getByRole('button', { name: /Donate NOW!/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await dialog.getByText('Already have an account? Log in').click()
  await expect(dialog.getByRole('heading', { name: 'Log In' })).toBeVisible()
  await dialog.getByText("Don't have an account? Sign up").click()
  await expect(dialog.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a wrong password leaves the dialog open with the reason', async ({ page, pageErrors }) => {
  pageErrors.allow(/401/)
  const email = await enterSignedUp(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Login / Sign up').click()
  await fillAccount(page, email, 'not the password')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  await fillAccount(page, email.toUpperCase(), PASSWORD)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a password that is too short is refused with the rule', async ({ page, pageErrors }) => {
  pageErrors.allow(/400/)
  await enter(page)
  await page.getByText('Login / Sign up').click()
  await page.getByText("Don't have an account? Sign up").click()
  await expect(page.getByRole('dialog')).toContainText('At least 8 characters')
  await fillAccount(page, 'ada@donor.example', 'seven77')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(/password too short/i)
})

test('a browser that drops the cookie of a log-in is told so', async ({ page, playwright }) => {
  // The server is asked on behalf of the page by a client whose cookies the page does not have.
  const other = await playwright.request.newContext()
  await page.route('**/api/auth/sign-*/email', async (route) => {
    const { headers, ...answer } = await readAnswer(other, route.request())
    delete headers['set-cookie']
    await route.fulfill({ ...answer, headers })
  })
  await enter(page)
  await page.getByText('Login / Sign up').click()
  await page.getByText("Don't have an account? Sign up").click()
  const email = `${crypto.randomUUID()}@donor.example`
  await fillAccount(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('Your account is made. Your browser keeps no cookies')
  await page.getByText('Already have an account? Log in').click()
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(alert).toContainText('and try again.')
  await page.unroute('**/api/auth/sign-*/email')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByText(email)).toBeVisible()
  await other.dispose()
})

/** Returns what the server answers to a request of a page. */
async function readAnswer(client: APIRequestContext, request: Request) {
  const answer = await client.fetch(request.url(), {
    method: request.method(),
    headers: await request.allHeaders(),
    data: request.postDataBuffer() ?? '',
  })
  return { status: answer.status(), headers: answer.headers(), body: await answer.body() }
}

test('every open tab follows the session', async ({ page, context, pageErrors }) => {
  // The other tab may request its payments, profile or donations before it knows of the logout.
  pageErrors.allow(/401.*\/api\/(checkouts|me\/profile|donations\/own)/)
  const email = await enterSignedUp(page)
  const tab = await context.newPage()
  await tab.goto('/')
  await expect(tab.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(tab.getByText('Login / Sign up')).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Donate with Stripe' })).toHaveCount(0)
})

test('a session that ends takes nothing of what was typed from its own account', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/401/)
  const email = await enterSignedUp(page)
  await page.getByLabel(/^Amount/).fill('88.11')
  await page.getByLabel('Anonymous').check()
  await context.clearCookies({ name: /session_token/ })
  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  await expect(page.getByText('You have been logged out.')).toBeVisible()
  await page.getByRole('button', { name: 'Login / Sign up' }).click()
  await fillAccount(page, email, PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Amount/)).toHaveValue('88.11')
  await expect(page.getByLabel('Anonymous')).toBeChecked()
})

test('what one account has typed is not there for the next', async ({
  page,
  context,
  pageErrors,
}) => {
  pageErrors.allow(/401/)
  await enterSignedUp(page)
  await page.getByLabel(/^Amount/).fill('88.11')
  await page.getByLabel('Anonymous').check()
  await context.clearCookies({ name: /session_token/ })
  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  await page.getByRole('button', { name: 'Login / Sign up' }).click()
  await page.getByText("Don't have an account? Sign up").click()
  await fillAccount(page, `${crypto.randomUUID()}@donor.example`, PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Amount/)).toHaveValue('5.00')
  await expect(page.getByLabel('Anonymous')).not.toBeChecked()
})

test('a visitor has no donation panel', async ({ page }) => {
  await enter(page)
  await expect(page.getByText('Login / Sign up')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Donate with Stripe' })).toHaveCount(0)
  await expect(page.getByText('Delete all test donations')).toHaveCount(0)
})
