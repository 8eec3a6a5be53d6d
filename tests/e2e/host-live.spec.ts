import type { Browser, Page } from '@playwright/test'
import { teamSchema } from '#contract/host/team.ts'
import type { ScreeningSettings } from '#contract/host/texts.ts'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection, signIn } from '../helpers/browser/host.ts'
import type { AppServer } from '../helpers/server/app-server.ts'
import { signUp, type Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { refund } from '../helpers/server/refund.ts'

const SCREENING = '/api/host/screening'

/** Opens the console of another host, in which only the live stream can bring anything new. */
async function openOtherHost(browser: Browser, server: AppServer): Promise<[Page, Donor]> {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.addInitScript('window.setInterval = () => 0')
  const host = await signUpHost(server)
  await signIn(page, server, host)
  return [page, host]
}

async function give(server: AppServer, displayName: string, cents = 700): Promise<void> {
  const donor = await signUp(server.url)
  const body = JSON.stringify({ displayName })
  expect((await donor.call('/api/me/profile', { method: 'PUT', body })).status).toBe(200)
  const id = await donor.payByCard(cents)
  await expect.poll(async () => (await donor.fetchCheckout(id)).state).toBe('paid')
}

async function remove(owner: Donor, { email }: Donor): Promise<void> {
  const { members } = teamSchema.parse(await (await owner.call('/api/host/team')).json())
  const id = members.find((member) => member.email === email)?.id
  const answer = await owner.call(`/api/host/team/${id}`, { method: 'DELETE' })
  expect(answer.ok).toBe(true)
}

async function changeScreening(host: Donor, change: Partial<ScreeningSettings>): Promise<void> {
  const settings: unknown = await (await host.call(SCREENING)).json()
  const body = JSON.stringify({ ...Object(settings), ...change })
  expect((await host.call(SCREENING, { method: 'PUT', body })).status).toBe(200)
}

test('a donation shows up in an open console, which closes when its host is removed', async ({
  browser,
  server,
}) => {
  const [page, host] = await openOtherHost(browser, server)
  await openSection(page, '/host/donations', 'Donations')
  await expect(page.getByText('Updates live')).toBeVisible()
  const name = `Dee ${Date.now()}`
  await give(server, name)
  await expect(page.getByText(name)).toBeVisible()
  await remove(await signUpHost(server), host)
  await expect(page.getByRole('heading', { name: 'This account is not a host.' })).toBeVisible()
  await page.context().close()
})

test('a refund shows in an open queue of texts', async ({ browser, server }) => {
  const [page, host] = await openOtherHost(browser, server)
  await changeScreening(host, { mode: 'hold' })
  const name = `Fay ${Date.now()}`
  await give(server, name, 1_917)
  await openSection(page, '/host/texts', 'Names and messages')
  await page.getByRole('button', { name }).click()
  await expect(page.getByText('The page shows now')).toBeVisible()
  await expect(page.getByText('Updates live')).toBeVisible()
  await refund(host, { ofCents: 1_917, amountCents: 1_917, reason: 'They asked for it.' })
  await expect(page.getByText('None of its $19.17 counts now')).toBeVisible()
  // The queue of the next test begins empty.
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('A new one comes here by itself.')).toBeVisible()
  await changeScreening(host, { mode: 'off' })
  await page.context().close()
})

test('two moderators see what the other does, and nobody loses what they type', async ({
  page,
  browser,
  server,
}) => {
  const ada = await becomeHost(page, server)
  await changeScreening(ada, { mode: 'hold', messages: true })
  const [other] = await openOtherHost(browser, server)
  const name = `Eve ${Date.now()}`
  await give(server, name)
  for (const screen of [other, page]) {
    await screen.goto('/host/texts')
    await screen.getByRole('button', { name }).first().click()
    await expect(screen.getByRole('heading', { level: 3, name })).toBeVisible()
  }
  await expect(other.getByText('looks at it too.')).toBeVisible()
  await page.getByRole('link', { name: 'Team' }).click()
  await expect(other.getByText('looks at it too.')).toBeHidden()
  await page.getByRole('link', { name: 'Names and messages' }).click()
  await expect(other.getByText('looks at it too.')).toBeVisible()
  await other.getByRole('button', { name: 'Rename' }).click()
  await other.getByLabel('Name to show').fill('Evelyn')
  await other.getByLabel('Blocked words, one per line').fill('sink')
  await changeScreening(ada, { words: ['parrot'] })
  await expect(other.getByText('Another host has changed the screening.')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(other.locator('p', { hasText: 'Meanwhile approved by' })).toBeVisible()
  await expectAccessible(other)
  await other.getByLabel('Name to show').press('Enter')
  await expect(other.getByRole('alert')).toContainText('Another host was first')
  await expect(other.getByLabel('Name to show')).toHaveValue('Evelyn')
  await expect(other.getByLabel('Blocked words, one per line')).toHaveValue('sink')
  await other.getByRole('button', { name: 'Show theirs' }).click()
  await expect(other.getByLabel('Blocked words, one per line')).toHaveValue('parrot')
  await other.getByRole('button', { name: 'Next text' }).click()
  await expect(other.getByText('A new one comes here by itself.')).toBeVisible()
  await changeScreening(ada, { mode: 'off', words: [] })
  await other.context().close()
})
