import type { Page } from '@playwright/test'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, signIn } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { setScreening } from '../helpers/server/screening.ts'

const HOSTILE = '<script>alert(1)</script> \u202eevil\u202c =cmd()'

let host: Donor

test.beforeEach(async ({ page, server }) => {
  host = await becomeHost(page, server)
  await setScreening(host, 'hold')
})

test.afterEach(() => setScreening(host, 'off'))

async function give(url: string, texts: object): Promise<Donor> {
  const donor = await signUp(url)
  const answer = await donor.call('/api/me/profile', {
    method: 'PUT',
    body: JSON.stringify(texts),
  })
  expect(answer.status).toBe(200)
  const id = await donor.payByCard(700)
  await expect.poll(async () => (await donor.fetchCheckout(id)).state).toBe('paid')
  return donor
}

async function openTexts(page: Page): Promise<void> {
  await page.goto('/host/texts')
  await page.getByRole('heading', { level: 2, name: /^Names and messages: / }).waitFor()
}

/** Chooses the text of a donor among all that wait. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await expect(page.getByRole('heading', { level: 3, name })).toBeVisible()
}

test('a host approves, denies and takes back by keyboard, and the board follows', async ({
  page,
  server,
}) => {
  const name = `Bo ${Date.now()}`
  await give(server.url, { displayName: name })
  await openTexts(page)
  await choose(page, name)
  await expectAccessible(page)
  await page.getByRole('heading', { level: 3, name }).click()
  await page.keyboard.press('d')
  await expect(page.getByText('denied by you').first()).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('taken back by you').first()).toBeVisible()
  await choose(page, name)
  await page.getByRole('heading', { level: 3, name }).click()
  await page.keyboard.press('a')
  await expect(page.getByText('approved by you').first()).toBeVisible()
  const board = await fetch(`${server.url}/api/leaderboard?limit=500`)
  expect(await board.text()).toContain(name)
})

test('two hosts see each other, and the slower one learns who was first', async ({
  page,
  browser,
  server,
  pageErrors,
}) => {
  // One of the two is told that the other was first.
  pageErrors.allow(/409.*\/api\/host\/texts/)
  const name = `Cy ${Date.now()}`
  await give(server.url, { displayName: name })
  const context = await browser.newContext({ baseURL: server.url })
  const second = await context.newPage()
  await signIn(second, server, await signUpHost(server))
  for (const screen of [page, second]) {
    await openTexts(screen)
    await choose(screen, name)
  }
  await expect(page.getByText('looks at it too.')).toBeVisible()
  await Promise.all([
    page.getByRole('button', { name: 'Approve' }).click(),
    second.getByRole('button', { name: 'Deny' }).click(),
  ])
  const alerts = async () =>
    (await page.getByRole('alert').allTextContents()).concat(
      await second.getByRole('alert').allTextContents(),
    )
  await expect.poll(async () => (await alerts()).join(' ')).toContain('Another host was first')
  await context.close()
})

test('a hostile name is text, and the thumb reaches every button @phone', async ({
  page,
  server,
}) => {
  await give(server.url, { displayName: HOSTILE })
  await openTexts(page)
  await choose(page, '<script>alert(1)</script> evil =cmd()')
  expect(await findSmallTargets(page)).toEqual([])
  await expect.poll(() => findCutContent(page)).toEqual([])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Name to show').fill('Evelyn')
  await page.getByLabel('Name to show').press('Enter')
  await expect(page.getByText('renamed by you').first()).toBeVisible()
})
