import type { Browser, Page } from '@playwright/test'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import {
  approve,
  chooseAmount,
  enterSignedUp,
  fillInCard,
  openWallet,
} from '../helpers/browser/visitor.ts'
import { createRound } from '../helpers/server/create-round.ts'
import { sendJson } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'

/** Donates as another person, in a browser of their own. */
async function somebodyElseDonates(browser: Browser, url: string, name: string, amount: string) {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await enterSignedUp(page)
  await donate(page, name, amount)
  await context.close()
}

async function donate(page: Page, name: string, amount: string): Promise<void> {
  await chooseAmount(page, amount)
  await approve(await openWallet(page), { givenName: name, surname: 'Vance' })
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  await page.keyboard.press('Escape')
}

const field = (page: Page) => page.getByLabel('Amount (USD)')

test.describe.configure({ mode: 'serial' })

test('an empty board makes anybody the first sun, and then there is somebody to pass', async ({
  page,
}) => {
  await enterSignedUp(page)
  await expect(field(page)).toHaveAccessibleDescription('This makes you #1 — be the first sun')
  await donate(page, 'Nova', '20')
  await chooseAmount(page, '5')
  await expect(field(page)).toHaveAccessibleDescription('Your best stays #1; this lands at #2')
  await chooseAmount(page, '20.01')
  await expect(field(page)).toHaveAccessibleDescription(
    'You hold #1 already; this adds a row above it',
  )
})

test('a decimal comma is a point, thousands may be pasted, and what is no amount is told', async ({
  page,
}) => {
  await enterSignedUp(page)
  await field(page).fill('')
  await field(page).pressSequentially('7,50')
  await expect(field(page)).toHaveValue('7.50')
  await field(page).press('ControlOrMeta+A')
  await page.keyboard.insertText('1,234.5')
  await expect(field(page)).toHaveValue('1234.5')
  await field(page).press('ControlOrMeta+A')
  await page.keyboard.insertText('$1.234,50')
  await expect(field(page)).toHaveValue('1234.50')

  await field(page).press('ControlOrMeta+A')
  await page.keyboard.insertText('12,50 €')
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toHaveAccessibleDescription(
    'Please use digits and a point alone, such as 5.00.',
  )
  await field(page).pressSequentially('7')
  await expect(field(page)).toHaveAccessibleDescription(/^This (puts|makes) you /)
})

test('somebody else can take the first place from its donor', async ({ page }) => {
  await enterSignedUp(page)
  await expect(field(page)).toHaveAccessibleDescription('This puts you at #2')
  // The notice of the mail that confirms the address has the room of the ladder.
  await page.getByRole('complementary').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: '#1 first sun $20.01' }).click()
  await expect(field(page)).toHaveValue('20.01')
  await expect(field(page)).toHaveAccessibleDescription('This takes #1, passing Nova')
})

test('whoever is outbid at the card page is told, and what retakes the place', async ({
  page,
  browser,
  server,
}) => {
  await enterSignedUp(page)
  await chooseAmount(page, '31')
  await expect(field(page)).toHaveAccessibleDescription('This takes #1, passing Nova')
  await fillInCard(page, '4242 4242 4242 4242', 'Orion Kell')
  await somebodyElseDonates(browser, server.url, 'Lyra', '50')
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByText('#1 was taken while you paid. You landed at #2.')).toBeVisible()
  // Nothing is filled in unasked.
  await expect(field(page)).toHaveValue('5.00')
  await page.getByRole('button', { name: 'Take #1 for $50.01' }).click()
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('50.01')
})

test('while a round of donations is looked at, aims are those of the round, and after it of all time', async ({
  page,
  browser,
  server,
}) => {
  const host = await signUpHost(server)
  await enterSignedUp(page)
  const id = await createRound(host, { fromS: 0, toS: 3_600, ranks: 'donation' })
  await expect(page.getByRole('tab', { name: 'Final hour' })).toBeVisible()
  await expect(field(page)).toHaveAccessibleDescription('This makes you #1 — be the first sun')
  await donate(page, 'Mira', '6')
  await chooseAmount(page, '6.5')
  await expect(field(page)).toHaveAccessibleDescription(
    'You hold #1 already; this adds a row above it',
  )
  await somebodyElseDonates(browser, server.url, 'Theo', '12')
  await expect(field(page)).toHaveAccessibleDescription(/^You hold\s#2 already/)
  await page.getByRole('tab', { name: 'All time' }).click()
  await chooseAmount(page, '50.01')
  await expect(field(page)).toHaveAccessibleDescription(/would become\s#1, passing Lyra$/)
  await page.getByRole('tab', { name: 'Final hour' }).click()
  await expect(field(page)).toHaveAccessibleDescription(/#2 would become\s#1, passing Theo$/)
  await sendJson(host, `${HOST_ROUTES.rounds}/${id}/end`, { body: {} })
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveAccessibleDescription(/passing Lyra$/)
})
