import type { Page } from '@playwright/test'
import { findLink, waitForMail } from '../helpers/accounts/account-mails.ts'
import { addAuthenticator } from '../helpers/browser/authenticator.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { readCode, readNextCode } from '../helpers/accounts/totp.ts'
import { enter, enterSignedUp, fillAccount, PASSWORD } from '../helpers/browser/visitor.ts'

const NEW_PASSWORD = 'another long password'
const CALL = 'Think you can conquer the leaderboard? Donate NOW!'

test('a stranger who wants to donate makes an account, and is told of the mail @phone', async ({
  page,
}) => {
  await enter(page)
  await page.getByRole('button', { name: CALL }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Account' })
  await expect(dialog).toContainText('It is never shown to others.')
  const email = `${crypto.randomUUID()}@donor.example`
  await fillAccount(page, email, PASSWORD)
  await dialog.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByText('We mailed you a link to confirm your email')).toBeVisible()
  await expect(page.getByLabel(/^Amount/)).toBeFocused()
})

test('a known address logs in with what was typed', async ({ page, pageErrors }) => {
  pageErrors.allow(/422/)
  const email = await enterSignedUp(page)
  await logOut(page)
  await page.getByRole('button', { name: CALL }).click()
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible()
  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click()
  await fillAccount(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This email already has an account.')
  await page.getByRole('button', { name: 'Log in instead' }).click()
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a forgotten password is reset by the link in the mail', async ({ page, server }) => {
  const email = await enterSignedUp(page)
  await logOut(page)
  await page.getByText('Login / Sign up').click()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the Link' }).click()
  await expect(page.getByText('If there is an account for this address')).toBeVisible()
  const mail = await waitForMail(server.dataDir, email, 'Reset your password')
  await page.goto(findLink(mail))
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  expect(page.url()).not.toContain('#')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Your password is changed. Log in with the new one.')).toBeVisible()
  await fillAccount(page, email, NEW_PASSWORD)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByText(email)).toBeVisible()
})

test('a link to a new password works once', async ({ page, server, pageErrors }) => {
  pageErrors.allow(/400/)
  const email = await enterSignedUp(page)
  await page.request.post('/api/auth/request-password-reset', {
    data: { email },
    headers: { origin: server.url },
  })
  const link = findLink(await waitForMail(server.dataDir, email, 'Reset your password'))
  for (const attempt of ['first', 'second']) {
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(`${NEW_PASSWORD} ${attempt}`)
    await page.getByRole('button', { name: 'Set Password' }).click()
    if (attempt === 'first') await expect(page.getByText('Log in with the new one.')).toBeVisible()
  }
  await expect(page.getByRole('alert')).toContainText('This link has expired or was used already.')
  await page.getByRole('button', { name: 'Get a new link' }).click()
  await expect(page.getByRole('dialog', { name: 'Reset Password' })).toBeVisible()
})

test('a new password logs out all other browsers', async ({ page, browser, server }) => {
  const email = await enterSignedUp(page)
  const other = await browser.newContext({ baseURL: server.url })
  const otherPage = await other.newPage()
  await enter(otherPage)
  await otherPage.getByText('Login / Sign up').click()
  await fillAccount(otherPage, email, PASSWORD)
  await otherPage.getByRole('button', { name: 'Log In', exact: true }).click()
  await otherPage.getByText(email).waitFor()

  await openAccount(page, 'Password')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await otherPage.reload()
  await expect(otherPage.getByText('Login / Sign up')).toBeVisible()
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  await other.close()
})

test('other browsers are listed, and can be logged out', async ({ page, browser, server }) => {
  const email = await enterSignedUp(page)
  const other = await browser.newContext({ baseURL: server.url })
  const origin = { origin: server.url }
  const login = { data: { email, password: PASSWORD }, headers: origin }
  expect((await other.request.post('/api/auth/sign-in/email', login)).ok()).toBe(true)
  await openAccount(page, 'Where you are logged in')
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Log out all others' }).click()
  await expect(page.getByText('All other browsers are logged out.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
  expect(await (await other.request.get('/api/auth/get-session')).json()).toBeNull()
  await other.close()
})

test('a second factor is set up, and then asked for at the log-in', async ({ page, server }) => {
  const email = await enterSignedUp(page)
  const mail = await waitForMail(server.dataDir, email, 'Confirm your email')
  await page.goto(findLink(mail))
  await expect(page.getByText(`${email} is confirmed. Thank you!`)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()

  await openAccount(page, 'Second factor')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set Up' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const key = await page.getByRole('dialog').locator('code').innerText()
  await page.getByLabel('Six-digit code').fill(readCode(key, Date.now()))
  await page.getByRole('button', { name: 'Turn On' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = await codes.first().innerText()
  await page.getByRole('button', { name: 'I Have Saved Them' }).click()
  await expect(page.getByRole('button', { name: 'Second factor On' })).toBeVisible()
  await page.keyboard.press('Escape')

  await logOut(page)
  await giveRightPassword(page, email)
  await page.getByLabel('Six-digit code').fill(readNextCode(key, Date.now()))
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByText(email)).toBeVisible()

  await logOut(page)
  await giveRightPassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByText(email)).toBeVisible()
})

test('a passkey is added, and logs in without a password', async ({ page, server }) => {
  await addAuthenticator(page)
  const email = await enterSignedUp(page)
  await page.goto(findLink(await waitForMail(server.dataDir, email, 'Confirm your email')))
  await page.getByRole('button', { name: 'Continue' }).click()
  await openAccount(page, 'Passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  await expect(page.getByText('Your passkey is ready.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText('Chrome on Linux')
  await page.keyboard.press('Escape')

  await logOut(page)
  await page.getByText('Login / Sign up').click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Login / Sign up').waitFor()
}

async function openAccount(page: Page, topic: string): Promise<void> {
  await page.getByRole('button', { name: /\(your account\)$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: topic }).click()
}

async function giveRightPassword(page: Page, email: string): Promise<void> {
  await page.getByText('Login / Sign up').click()
  await fillAccount(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.getByRole('dialog', { name: 'One More Step' }).waitFor()
}
