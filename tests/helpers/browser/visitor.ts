import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

/** Actions of visitors on the page; each waits until the page shows its effect. */

export const PASSWORD = 'a long password'

export async function enter(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'I Understand' }).click()
  await page.getByRole('heading', { name: 'Top Donors' }).waitFor()
}

/** Enters and signs up; returns the account's e-mail address. */
export async function enterSignedUp(page: Page): Promise<string> {
  const email = `${randomUUID()}@donor.example`
  await enter(page)
  await page.getByText('Login / Sign up').click()
  await page.getByText("Don't have an account? Sign up").click()
  await fillAccount(page, email, PASSWORD)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await page.getByText(email).waitFor()
  return email
}

export async function fillAccount(page: Page, email: string, password: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
}

export async function chooseAmount(page: Page, amount: string): Promise<void> {
  await page.getByLabel(/^Amount/).fill(amount)
}

export interface Payer {
  givenName: string
  surname: string
}

/** Clicks the wallet's button; returns its popup. */
export async function openWallet(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Donate with PayPal' }).click()
  const payerPage = await popup
  await payerPage.getByLabel('Given name').waitFor()
  return payerPage
}

export async function approve(popup: Page, { givenName, surname }: Payer): Promise<void> {
  await popup.getByLabel('Given name').fill(givenName)
  await popup.getByLabel('Surname').fill(surname)
  await popup.getByRole('button', { name: 'Pay' }).click()
}

/** Chooses an amount, and pays it by the wallet. */
export async function payByWallet(page: Page, amount: string, payer: Payer): Promise<void> {
  await chooseAmount(page, amount)
  await approve(await openWallet(page), payer)
}

/** Opens the hosted card page and fills it in. */
export async function fillInCard(page: Page, number: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Donate with Stripe' }).click()
  await page.getByLabel('Email').fill('payer@donor.example')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Name on card').fill(name)
}

export async function payByCard(page: Page, number: string, name: string): Promise<void> {
  await fillInCard(page, number, name)
  await page.getByRole('button', { name: 'Pay' }).click()
}
