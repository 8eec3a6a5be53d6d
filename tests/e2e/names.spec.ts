import type { Locator, Page } from '@playwright/test'
import { DISCLAIMER_COOKIE, DISCLAIMER_VERSION, formatAcceptance } from '#contract/disclaimer.ts'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { signIn } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { decideText, setScreening } from '../helpers/server/screening.ts'
import { enter, enterSignedUp, payByCard } from '../helpers/browser/visitor.ts'

test('a chosen name is what the board shows, and an anonymous donation shows none', async ({
  page,
}) => {
  await enterSignedUp(page)
  await page.getByRole('button', { name: 'Change name' }).click()
  await page.getByRole('textbox', { name: /^Shown as/ }).fill('Countess <b>')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Shown as Countess <b>')).toBeVisible()
  await payByCard(page, '4242 4242 4242 4242', 'Ada Lovelace')
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list').getByText('Countess <b>')).toBeVisible()

  await page.getByRole('checkbox', { name: 'Anonymous' }).check()
  await payByCard(page, '4242 4242 4242 4242', 'Ada Lovelace')
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list').getByText('Anonymous')).toBeVisible()
  await expect(page.getByRole('list').getByText('Ada')).toHaveCount(0)
})

async function patch(caller: Donor, path: string, change: object): Promise<void> {
  const answer = await caller.call(path, { method: 'PATCH', body: JSON.stringify(change) })
  expect(answer.status).toBe(200)
}

/** Gives with these texts; returns the donor and the donation's id. */
async function give(url: string, texts: object): Promise<{ donor: Donor; id: string }> {
  const donor = await signUp(url)
  const { donation } = await donor.fetchCheckout(await donor.payByCard(90_000, 'Ada Lovelace'))
  const id = donation?.id ?? ''
  await patch(donor, `/api/donations/${id}`, texts)
  return { donor, id }
}

/** Has others give more, until a donation is in the list below the podium. */
async function leavePodium(page: Page, url: string, line: Locator): Promise<void> {
  const donor = await signUp(url)
  for (let count = 0; count < 3; count += 1) await donor.payByCard(91_000 + count)
  const rows = page.getByRole('listitem').filter({ has: line })
  await expect(rows).toHaveAttribute('aria-posinset', /^([4-9]|\d\d+)$/)
}

test('a message is read in its row and whole, and goes everywhere when it is hidden @phone', async ({
  page,
  server,
  browser,
}) => {
  const host = await signUpHost(server)
  await setScreening(host, 'off')
  const message = `<i>Canary</i> ${'of a long message '.repeat(9)}`.trim()
  const { id } = await give(server.url, { displayName: 'Emilia', message })
  await enter(page)
  const line = page.getByRole('button', { name: `“${message}”` })
  await expect(line).toBeVisible()
  await line.focus()
  await page.keyboard.press('Enter')
  const whole = page.locator('[popover]', { hasText: `Emilia“${message}”` })
  await expect(whole).toBeVisible()
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
  await expect.poll(() => findCutContent(page)).toEqual([])
  await leavePodium(page, server.url, line)
  await expect(whole).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(whole).toBeHidden()
  await expect(line).toBeFocused()

  const value = formatAcceptance({
    version: DISCLAIMER_VERSION,
    acceptedAt: new Date().toISOString(),
  })
  const readDocument = async () => {
    const cookie = `${DISCLAIMER_COOKIE}=${encodeURIComponent(value)}`
    return (await fetch(server.url, { headers: { cookie } })).text()
  }
  await expect.poll(readDocument).toContain('Canary')
  const away = await browser.newContext({ baseURL: server.url })
  const other = await away.newPage()
  await enter(other)
  await expect(other.getByRole('button', { name: `“${message}”` })).toBeVisible()
  await away.setOffline(true)
  await page.getByRole('button', { name: 'Pause live updates' }).click()
  await line.click()
  await patch(host, `/api/host/donations/${id}`, { hidden: true })
  await expect(page.getByText('Canary')).toHaveCount(0)
  await expect.poll(readDocument).not.toContain('Canary')
  await away.setOffline(false)
  await expect(other.getByText('Canary')).toHaveCount(0)
  await away.close()
})

test('texts that wait are shown to their donor on the board, until the host decides @phone', async ({
  page,
  server,
}) => {
  const host = await signUpHost(server)
  await setScreening(host, 'hold')
  const message = `For the <b>whales</b> ${'and for the sea '.repeat(6)}`.trim()
  const { donor, id } = await give(server.url, { displayName: 'Duchess', message })
  await signIn(page, server, donor)
  await enter(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Duchess' })
  const line = row.getByRole('button', { name: `Waits for approval: “${message}”` })
  await expect(line).toBeVisible()
  await line.click()
  await expect(page.getByText(`Duchess“${message}”Waits for approval`)).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await findSmallTargets(page)).toEqual([])
  await expect.poll(() => findCutContent(page)).toEqual([])
  const board = async () => (await fetch(`${server.url}/api/leaderboard`)).text()
  expect(await board()).not.toMatch(/Duchess|whales/)
  // A denial changes nothing for others, so that no stream tells of it; the page asks in intervals,
  // and when it is looked at again.
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await decideText(host, id, 'deny')
  await lookAgain()
  await expect(row).toHaveCount(0)
  await decideText(host, id, 'undo')
  await lookAgain()
  await expect(line).toBeVisible()
  await decideText(host, id, 'approve')
  await expect(row.getByRole('button', { name: `“${message}”`, exact: true })).toBeVisible()
  expect(await board()).toContain('Duchess')
  await setScreening(host, 'off')
})
