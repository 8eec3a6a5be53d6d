import type { Page } from '@playwright/test'
import { teamListSchema } from '#contract/donor-teams/teams.ts'
import { ROUTES } from '#contract/routes.ts'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection, signIn } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { approve, chooseAmount, enter, openWallet } from '../helpers/browser/visitor.ts'
import { sendJson, signUp, type Donor } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'

test.describe.configure({ mode: 'serial' })

const board = (page: Page) => page.getByRole('region', { name: 'Top Donors' })
const choice = (page: Page) => page.getByRole('combobox', { name: 'Your constellation' })

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Donate with PayPal' }).waitFor()
  const sheet = page.getByRole('button', { name: 'Change the amount' })
  if (await sheet.isVisible()) await sheet.click()
}

async function give(donor: Donor, team: string, amountCents: number): Promise<void> {
  const { teams } = teamListSchema.parse(await (await donor.call(ROUTES.teams)).json())
  const teamId = teams.find(({ name }) => name === team)?.id
  await sendJson(donor, ROUTES.ownTeam, { method: 'PUT', body: { teamId } })
  await donor.fetchCheckout(await donor.payByCard(amountCents, 'Mira Kell'))
}

test('without teams nothing of the page or of /me differs @phone', async ({ page, server }) => {
  await signIn(page, server, await signUp(server.url))
  await enter(page)
  await openPanel(page)
  await expect(page.getByText('Shown as the first name')).toBeVisible()
  await expect(choice(page)).toHaveCount(0)
  await page.goto('/me')
  await page.getByRole('heading', { name: 'Reminders' }).waitFor()
  await expect(page.getByRole('heading', { name: 'Your constellation' })).toHaveCount(0)
})

test('a donor founds a constellation, gives for it, and is a star of it @phone', async ({
  page,
  server,
  pageErrors,
}) => {
  pageErrors.allow(/40[09]/)
  const name = `The Lynxes ${test.info().project.name}`
  await publishCampaign(await signUpHost(server), {
    teams: 'donors',
    boards: ['teams-all-time', 'donations-all-time'],
  })
  const donor = await signUp(server.url)
  // Who has given can found one.
  await donor.fetchCheckout(await donor.payByCard(500, 'Ada Lovelace'))
  await signIn(page, server, donor)
  await enter(page)
  await openPanel(page)
  await page.getByRole('button', { name: 'Start a constellation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start a constellation' })
  await expect(dialog.getByLabel('Its name')).toBeFocused()
  const save = dialog.getByRole('button', { name: 'Start it' })
  await save.click()
  await expect(dialog).toContainText('The constellation needs a name.')
  await dialog.getByLabel('Its name').fill('A constellation')
  await save.click()
  await expect(dialog).toContainText(
    'There is a constellation with this name, or one that looks like it',
  )
  await expectAccessible(page)
  await dialog.getByLabel('Its name').fill(name)
  await save.click()
  await expect(choice(page)).toBeFocused()
  await expect(choice(page)).toHaveValue(/.+/)
  await expect(choice(page).locator('option:checked')).toHaveText(name)
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])

  await chooseAmount(page, '20')
  await approve(await openWallet(page), { givenName: 'Ada', surname: 'Lovelace' })
  await expect(page.getByRole('dialog')).toContainText('Thank You!')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Constellations', exact: true }).click()
  const row = board(page).getByRole('listitem').filter({ hasText: name })
  await expect(row.first()).toContainText('$20.00')
  await expect(row.first()).toContainText('Yours')
})

test('the sky shows two against each other, live, and lists their stars @phone', async ({
  page,
  browser,
  server,
}) => {
  const { name: project } = test.info().project
  const [first, second] = [`Orion ${project}`, `Herons ${project}`]
  const console = await (await browser.newContext({ baseURL: server.url })).newPage()
  const host = await becomeHost(console, server)
  await publishCampaign(host, { teams: 'donors', boards: ['teams-all-time', 'donations-all-time'] })
  await openSection(console, '/host/constellations', 'Constellations')
  await console.getByRole('heading', { name: 'All constellations' }).waitFor()
  // A phone has the form behind a button.
  const opening = console.getByRole('button', { name: 'New constellation' })
  if (await opening.isVisible()) await opening.click()
  for (const name of [first, second]) {
    await console.getByLabel('Name', { exact: true }).fill(name)
    await console.getByRole('button', { name: 'Start the constellation' }).click()
    await console.getByText(`${name} is founded.`).waitFor()
  }
  const [mira, theo] = [await signUp(server.url), await signUp(server.url)]
  await give(mira, first, 90_000)
  await give(theo, second, 80_000)
  await enter(page)
  await expect(board(page)).toContainText(`${first} leads by $100.00 over ${second}.`)
  await give(theo, second, 15_000)
  await expect(board(page)).toContainText(`${second} leads by $50.00 over ${first}.`)
  await board(page).getByRole('button', { name: /^All / }).click()
  const list = page.getByRole('dialog', { name: 'Constellations' })
  await list.getByRole('button', { name: second }).click()
  await expect(list).toContainText('Mira')
  await expectAccessible(page)
  await expect.poll(() => findCutContent(page)).toEqual([])
  await page.keyboard.press('Escape')

  await openChanges(console, second)
  await console.getByRole('button', { name: `Rename: ${second}` }).click()
  await console.getByLabel('Name', { exact: true }).fill(`Cranes ${project}`)
  await console.getByRole('button', { name: 'Save the name' }).click()
  await expect(board(page).getByRole('listitem').first()).toContainText(`Cranes ${project}`)
  await openChanges(console, first)
  await console.getByRole('button', { name: `Close: ${first}` }).click()
  await console.getByRole('button', { name: `Open again: ${first}` }).waitFor()
  await console.context().close()
})

test('a donor changes their constellation on their own page @phone', async ({ page, server }) => {
  const donor = await signUp(server.url)
  await signIn(page, server, donor)
  await page.goto('/me')
  const cranes = `Cranes ${test.info().project.name}`
  await choice(page).selectOption(cranes)
  await page.getByRole('button', { name: 'Save my constellation' }).click()
  await expect(page.getByText(`You are a star of ${cranes}.`)).toBeVisible()
  await page.reload()
  await expect(choice(page).locator('option:checked')).toHaveText(cranes)
  await expectAccessible(page)
})

test('where constellations alone rank, who is in none is told so, and how to count @phone', async ({
  page,
  server,
  isMobile,
}) => {
  await publishCampaign(await signUpHost(server), { teams: 'donors', boards: ['teams-all-time'] })
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(500, 'Ada Lovelace'))
  await signIn(page, server, donor)
  await enter(page)
  const panel = page.getByRole('region', { name: 'Claim your place' })
  if (isMobile) await expect(panel).toContainText('Donate $5.00You are in no open constellation')
  await openPanel(page)
  await expect(panel).toContainText('You are in no open constellation.')
  await expect(panel).toContainText('This counts once you choose a constellation below.')
  await expect(panel).not.toContainText('donations')
  await expect(board(page)).toContainText('You are in no open constellation. Choose one')
  await expect.poll(() => findCutContent(page)).toEqual([])
  const cranes = `Cranes ${test.info().project.name}`
  await choice(page).selectOption(cranes)
  await expect(panel).toContainText('This counts for the constellation you chose.')
  await approve(await openWallet(page), { givenName: 'Ada', surname: 'Lovelace' })
  await expect(page.getByRole('dialog')).toContainText('Thank You!')
  await page.keyboard.press('Escape')
  await expect(board(page)).toContainText(`${cranes} are at`)
  await expect(panel).not.toContainText('no open constellation')
})

/** Shows what can be done with a team, which a phone has behind a button. */
async function openChanges(console: Page, name: string): Promise<void> {
  const change = console.getByRole('button', { name: `Change: ${name}` })
  await console.getByRole('heading', { name }).waitFor()
  if (await change.isVisible()) await change.click()
}
