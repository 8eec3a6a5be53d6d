import type { Browser, Page } from '@playwright/test'
import { hostMatchesSchema } from '#contract/host/matches.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'
import { expectAccessible } from '../helpers/browser/accessible.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection, signIn } from '../helpers/browser/host.ts'
import { findCutContent, findSmallTargets } from '../helpers/browser/page-rules.ts'
import { chooseAmount, enter, fillInCard, payByCard } from '../helpers/browser/visitor.ts'
import type { AppServer } from '../helpers/server/app-server.ts'
import { createMatch } from '../helpers/server/create-choice.ts'
import { sendJson, signUp, type Donor } from '../helpers/server/donor.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'

test.describe.configure({ mode: 'serial' })

const CARD = '4242424242424242'

const board = (page: Page) => page.getByRole('region', { name: 'Top Donors' })

/** Returns the value of a field for date and time in the campaign's zone, so many minutes from now. */
function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19)
}

async function createChoice(console: Page, question: string): Promise<void> {
  await openSection(console, '/host/choices', 'Choices')
  await console.getByLabel('Question').fill(question)
  await console.getByLabel('Options').fill('Nautilus\nStorm Petrel')
  await console.getByLabel('Opens').fill(inMinutes(-1))
  await console.getByLabel('Closes').fill(inMinutes(90))
  const preview = console.frameLocator('iframe[title="Preview of the page"]')
  await expect(preview.getByText(question).first()).toBeVisible()
  await console.getByRole('button', { name: 'Create the choice' }).click()
  await console.getByText('The choice is saved.').waitFor()
}

async function fillInMatch(console: Page): Promise<void> {
  await openSection(console, '/host/matching', 'Matching')
  await console.getByLabel('Sponsor').fill('Acme')
  await console.getByLabel('At most (USD)').fill('12')
  await console.getByLabel('Starts').fill(inMinutes(-1))
  await console.getByLabel('Ends').fill(inMinutes(90))
  await console.getByRole('button', { name: 'Create the match' }).click()
  await console.getByText('The match of Acme is saved.').waitFor()
}

/** Ends the matches of the tests before: a single one stands with its sponsor's name. */
async function cancelMatches(host: Donor): Promise<void> {
  const { matches } = hostMatchesSchema.parse(await (await host.call(HOST_ROUTES.matches)).json())
  for (const { id } of matches) {
    await host.call(`${HOST_ROUTES.matches}/${id}/cancel`, { method: 'POST', body: '{}' })
  }
}

/** Signs a donor in, and lets a sponsor alone double what is given from now on, up to $50. */
async function enterWithMatch(
  { page, browser, server }: { page: Page; browser: Browser; server: AppServer },
  sponsor: string,
): Promise<{ host: Donor; id: string }> {
  await signIn(page, server, await signUp(server.url))
  const hostPage = await (await browser.newContext({ baseURL: server.url })).newPage()
  const host = await becomeHost(hostPage, server)
  await hostPage.context().close()
  await cancelMatches(host)
  // Its span leaves out the donations of the tests before.
  const match = { sponsor, ratePercent: 100, capCents: 5_000, fromS: 0, toS: 5_400 }
  const id = await createMatch(host, match)
  await enter(page)
  return { host, id }
}

test('a donor votes, a sponsor matches, and everybody sees both live @phone', async ({
  page,
  browser,
  server,
}) => {
  const donor = await signUp(server.url)
  await signIn(page, server, donor)
  await enter(page)
  await expect(page.getByRole('radio')).toHaveCount(0)
  const console = await (await browser.newContext({ baseURL: server.url })).newPage()
  const host = await becomeHost(console, server)
  await publishCampaign(host, { goal: { amountCents: 10_000, milestones: [] } })
  const question = `Which name, ${test.info().project.name}?`
  await createChoice(console, question)
  await fillInMatch(console)

  const line = board(page).locator('summary', { hasText: question })
  await expect(line).toContainText('No votes yet')
  await expect(page.getByRole('radio', { name: 'No vote' })).toBeChecked()
  await page.getByRole('radio', { name: 'Storm Petrel' }).click()
  await chooseAmount(page, '5')
  await expect(page.getByText('Acme adds $5.00', { exact: true })).toBeVisible()
  await chooseAmount(page, '20')
  await expect(page.getByText('Acme adds $12.00, the last of its $12.00')).toBeVisible()
  await expectAccessible(page)
  expect(await findSmallTargets(page)).toEqual([])
  await expect.poll(() => findCutContent(page)).toEqual([])
  await payByCard(page, CARD, 'Vega Solano')

  await expect(line).toContainText('Storm Petrel leads with 100%')
  await expect(board(page)).toContainText('$20.00 donated + $12.00 matched by Acme')
  await expect(page.getByRole('progressbar', { name: 'Goal' })).toHaveText('$32.00 of $100.00')
  const other = await signUp(server.url)
  await other.fetchCheckout(await other.payByCard(3_000, 'Theo Lind'))
  await expect(board(page)).toContainText('$50.00 donated + $12.00 matched by Acme')
  await expect(line).toContainText('Storm Petrel leads with 100%')

  await openSection(console, '/host/choices', /is open/)
  await console.getByRole('button', { name: `Close now: ${question}` }).click()
  await console.getByRole('button', { name: `Yes, close it now: ${question}` }).click()
  await expect(line).toContainText('Storm Petrel has won with 100%')
  await line.click()
  await expect(board(page)).toContainText('The host has closed it early.')
  await console.getByRole('button', { name: `Take off the page: ${question}` }).click()
  await console.getByRole('button', { name: `Yes, take it off: ${question}` }).click()
  await expect(line).toHaveCount(0)
  await console.context().close()
})

test('a vote whose choice closes meanwhile is taken back, and the donor reads it', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, server, await signUp(server.url))
  const console = await (await browser.newContext({ baseURL: server.url })).newPage()
  await becomeHost(console, server)
  await createChoice(console, 'Which colour?')
  await enter(page)
  await page.getByRole('radio', { name: 'Nautilus' }).click()
  await console.getByRole('button', { name: 'Close now: Which colour?' }).click()
  await console.getByRole('button', { name: 'Yes, close it now: Which colour?' }).click()
  await expect(
    page.getByText('The vote has closed: a payment that begins now goes without one.'),
  ).toBeVisible()
  // The choice keeps its room while somebody points at the panel.
  await expect(page.getByRole('radio', { name: 'Nautilus' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.mouse.move(0, 0)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await console.context().close()
})

test('a match that runs out while a donor pays is told in their thanks', async ({
  page,
  browser,
  server,
}) => {
  const sponsor = `Globex ${test.info().project.name}`
  await enterWithMatch({ page, browser, server }, sponsor)
  await chooseAmount(page, '50')
  await expect(page.getByText(`${sponsor} adds $50.00, the last of its $50.00`)).toBeVisible()
  await fillInCard(page, CARD, 'Vega Solano')
  const other = await signUp(server.url)
  await other.fetchCheckout(await other.payByCard(3_800, 'Theo Lind'))
  await page.getByRole('button', { name: 'Pay' }).click()
  const thanks = page.getByRole('dialog', { name: 'Thank You!' })
  await expect(thanks).toContainText(
    `${sponsor} matched it with only $12.00: then the match had run out.`,
  )
})

test('a match that is cancelled while a donor pays is told in their thanks', async ({
  page,
  browser,
  server,
}) => {
  const sponsor = `Initech ${test.info().project.name}`
  const { host, id } = await enterWithMatch({ page, browser, server }, sponsor)
  await chooseAmount(page, '20')
  const promise = page.getByText(`${sponsor} adds $20.00`)
  await expect(promise).toBeVisible()
  await fillInCard(page, CARD, 'Lyra Moreau')
  await sendJson(host, `${HOST_ROUTES.matches}/${id}/cancel`, { body: {} })
  await expect(promise).toHaveCount(0)
  await page.getByRole('button', { name: 'Pay' }).click()
  const thanks = page.getByRole('dialog', { name: 'Thank You!' })
  await expect(thanks).toContainText(
    `The match of ${sponsor} was cancelled, and adds nothing to your donation.`,
  )
})

test('long words widen no section of the console on phones', async ({ browser, server }) => {
  const size = { width: 320, height: 568 }
  const page = await (await browser.newContext({ baseURL: server.url, viewport: size })).newPage()
  const host = await becomeHost(page, server)
  const word = 'Winterwohltätigkeitsmarathonderastronominnen'
  const from = new Date(Date.now() - 60_000).toISOString()
  const to = new Date(Date.now() + 3_600_000).toISOString()
  const create = (path: string, body: unknown) =>
    host.call(path, { method: 'POST', body: JSON.stringify(body) })
  // With a single match the heading names its sponsor.
  await cancelMatches(host)
  const choice = { question: word, options: [word, 'Nautilus'], opensAt: from, closesAt: to }
  const rate = { sponsor: word, ratePercent: 100, capCents: 99_999_999 }
  expect((await create(HOST_ROUTES.choices, choice)).status).toBe(200)
  expect((await create(HOST_ROUTES.matches, { ...rate, startsAt: from, endsAt: to })).status).toBe(
    200,
  )
  await openSection(page, '/host/choices', /is open/)
  await expect.poll(() => findCutContent(page)).toEqual([])
  await openSection(page, '/host/matching', /matches now/)
  await expect.poll(() => findCutContent(page)).toEqual([])
  await page.context().close()
})
