import type { Page } from '@playwright/test'
import { hostRoundsSchema } from '#contract/host/rounds.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { becomeHost, openSection } from '../helpers/browser/host.ts'
import {
  findCelebration,
  holdAllCelebrations,
  holdCelebrations,
} from '../helpers/browser/celebration.ts'
import {
  approve,
  enter,
  enterSignedUp,
  fillInCard,
  openWallet,
} from '../helpers/browser/visitor.ts'
import { createRound as createRoundByCall } from '../helpers/server/create-round.ts'
import { sendJson, signUp, type Donor } from '../helpers/server/donor.ts'
import { endRound } from '../helpers/server/end-round.ts'
import { signUpHost } from '../helpers/server/host.ts'

test.describe.configure({ mode: 'serial' })

const board = (page: Page) => page.getByRole('region', { name: 'Top Donors' })

async function pay(donor: Donor, amountCents: number, name: string): Promise<void> {
  await donor.fetchCheckout(await donor.payByCard(amountCents, name))
}

/** Returns the value of a field for date and time in the campaign's zone, so many minutes from now. */
function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19)
}

async function createRound(console: Page, name: string, from: number, to: number): Promise<void> {
  await sendRound(console, name, from, to)
  await console.getByText(`${name} is saved.`).waitFor()
}

async function sendRound(console: Page, name: string, from: number, to: number): Promise<void> {
  await console.getByLabel('Name', { exact: true }).fill(name)
  await console.getByLabel('What the winner gets').fill('A signed poster')
  await console.getByLabel('Ends').fill(inMinutes(to))
  await console.getByLabel('Starts').fill(inMinutes(from))
  await console.getByLabel('Overtimes').fill('3')
  await console.getByRole('button', { name: 'Create the round' }).click()
}

test('a host runs a round, and whoever watches sees its clock, its end and its winner @phone', async ({
  page,
  browser,
  server,
}) => {
  await enter(page)
  await expect(page.getByRole('timer')).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveCount(0)
  // A host who travels: times are those of the campaign, whose zone is UTC.
  const abroad = { baseURL: server.url, timezoneId: 'America/New_York' }
  const console = await (await browser.newContext(abroad)).newPage()
  await becomeHost(console, server)
  await openSection(console, '/host/rounds', 'Rounds')
  const name = `Final hour ${test.info().project.name}`
  await sendRound(console, name, -60, 90)
  await expect(console.getByLabel('Starts')).toHaveAccessibleDescription(/is in the past/)
  const preview = console.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(/2 h (29|30) min/)
  await expect(preview).toContainText('up to 3 min, until')
  const shown = preview.frameLocator('iframe').getByText(name).first()
  await expect(shown).toBeVisible()
  await createRound(console, name, -1, 90)

  // On another board the clock says whose it is, on a phone too.
  await page.getByRole('tab', { name: 'All time' }).click()
  const clockName = board(page).locator('strong', { hasText: name })
  await expect(clockName).toHaveCSS('clip-path', 'none')
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('timer')).toHaveText(/^1:2\d:\d\d$/)
  await expect(board(page)).toContainText('The winner gets A signed poster.')
  await expect(board(page)).toContainText('up to 3 times')
  const [mira, theo] = [await signUp(server.url), await signUp(server.url)]
  await pay(mira, 1_200, 'Mira Kell')
  await pay(theo, 2_000, 'Theo Lind')
  await pay(mira, 1_300, 'Mira Kell')
  await expect(board(page).getByRole('listitem').first()).toContainText('Mira')
  await expect(board(page).getByRole('listitem').first()).toContainText('$25.00')

  await console.getByRole('button', { name: `+ 10 min: ${name}` }).click()
  await expect(page.getByRole('timer')).toHaveText(/^1:3\d:\d\d$/)
  await expect(board(page)).toContainText('The host has extended the round to')
  await console.getByRole('button', { name: `End now: ${name}` }).click()
  await console.getByRole('button', { name: `Yes, end it now: ${name}` }).click()
  const podium = page.getByRole('dialog', { name })
  await expect(podium).toContainText(`${name} Mira won with $25.00The prize: A signed poster.`)
  await expect(podium.getByRole('listitem')).toHaveText(['1Mira$25.00', '2Theo$20.00'])
  await page.keyboard.press('Escape')
  await expect(board(page)).toContainText('was ended early by the host. Mira has won with $25.00.')

  await page.getByRole('button', { name: 'Hall of fame' }).click()
  const hall = page.getByRole('dialog', { name: 'Hall of fame' })
  await expect(hall.getByRole('button', { name }).first()).toHaveAttribute('aria-expanded', 'true')
  await expect(hall).toContainText('1Mira$25.00')
  await expect(hall).toContainText('2Theo$20.00')
  await page.reload()
  await expect(board(page)).toContainText('Mira has won with $25.00.')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await expect(console.getByText('Times in UTC')).toBeVisible()
  const another = `Second hour ${test.info().project.name}`
  await createRound(console, another, 0, 60)
  await expect(page.getByRole('tab', { name: another })).toBeVisible()
  await console.getByRole('button', { name: `Cancel the round: ${another}` }).click()
  await console.getByRole('button', { name: `Yes, cancel it: ${another}` }).click()
  await expect(board(page)).toContainText(`${another} was cancelled by the host.`)
  await expect(board(page)).toContainText(`Mira won ${name} with $25.00.`)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await console.context().close()
})

/** Expects that the page is as wide as small windows, with the sheet of a donor closed. */
async function expectToFit(page: Page): Promise<void> {
  const { width: before, height } = page.viewportSize() ?? { width: 390, height: 844 }
  for (const [width, windowHeight] of [
    [320, 568],
    [360, 600],
    [before, height],
  ] as const) {
    await page.setViewportSize({ width, height: windowHeight })
    const findWidths = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, innerWidth, outerWidth])
    await expect.poll(findWidths).toEqual([width, width, width])
  }
}

test('long names of a round and its prize leave a phone as wide as it is @phone-only', async ({
  page,
  server,
}) => {
  const host = await signUpHost(server)
  // With the sheet, above which the smallest windows have a line each.
  await enterSignedUp(page)
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
  const [name, prize] = ['W'.repeat(60), 'M'.repeat(120)]
  const body = { name, prize, startsAt: at(300), endsAt: at(1_200), overtimes: 3 }
  const created = await sendJson(host, '/api/host/rounds', { body })
  const { rounds } = hostRoundsSchema.parse(await created.json())
  const path = `/api/host/rounds/${rounds[0]?.id}`
  await page.getByRole('tab', { name: 'Round' }).click()
  await expect(page.locator('[data-phase=before]')).toBeVisible()
  await expectToFit(page)
  await sendJson(host, path, { method: 'PATCH', body: { startsAt: at(0), endsAt: at(75) } })
  await expect(page.locator('[data-phase=running]')).toBeVisible()
  await expectToFit(page)
  await expect(page.locator('[data-phase=photo]')).toBeVisible()
  await pay(await signUp(server.url), 1_200, 'Wilhelmina Kell')
  await pay(await signUp(server.url), 2_000, 'Maximiliana Lind')
  await expect(board(page)).toContainText('Maximiliana')
  await expectToFit(page)
  // The page itself sees it: it is over after five seconds.
  const counting = page.waitForFunction(() => document.querySelector('[data-phase=counting]'))
  await sendJson(host, `${path}/end`, { body: {} })
  await counting
  await expectToFit(page)
  const podium = page.getByRole('dialog', { name })
  await expect(podium).toContainText('Maximiliana won')
  await expectToFit(page)
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-phase=over]')).toContainText('Maximiliana')
  await expectToFit(page)
})

/** Starts a round that runs for an hour; returns its id. */
function startRound(host: Donor, name: string): Promise<string> {
  return createRoundByCall(host, { name, fromS: 0, toS: 3_600, overtimes: 0 })
}

test('the podium of a round waits for whoever types or is thanked, and comes once @phone', async ({
  page,
  server,
  isMobile,
}) => {
  const host = await signUpHost(server)
  const { name: project } = test.info().project
  const podium = page.getByRole('dialog', { name: /won with/ })
  const offer = page.getByRole('button', { name: 'Podium' })
  const amount = page.getByLabel(/^Amount/)
  await enterSignedUp(page)

  await test.step('whoever types goes on typing, and is offered it meanwhile', async () => {
    const id = await startRound(host, `Typing ${project}`)
    await pay(await signUp(server.url), 2_000, 'Tia Moreau')
    await expect(page.getByRole('timer')).toBeVisible()
    await amount.fill('1')
    await endRound(host, id)
    await expect(offer).toBeAttached()
    await amount.pressSequentially('2')
    await expect(amount).toBeFocused()
    await expect(amount).toHaveValue('12')
    await expect(podium).toHaveCount(0)
    if (isMobile) await page.keyboard.press('Escape')
    else await amount.blur()
    await expect(podium).toContainText('Tia won with $20.00')
    await page.keyboard.press('Escape')
    await expect(podium).toHaveCount(0)
  })

  await test.step('whoever is thanked reads that to its end', async () => {
    const id = await startRound(host, `Thanks ${project}`)
    await expect(page.getByRole('timer')).toBeVisible()
    await holdCelebrations(page)
    await approve(await openWallet(page), { givenName: 'Nova', surname: 'Vance' })
    await findCelebration(page).waitFor()
    await endRound(host, id)
    // Reachable by the keyboard only once the celebration is over.
    await expect(page.locator('button', { hasText: 'Podium' })).toBeAttached()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(podium).toContainText('Nova won')
    await page.keyboard.press('Escape')
  })

  await test.step('whoever has paused the updates opens it by its button', async () => {
    const id = await startRound(host, `Paused ${project}`)
    await pay(await signUp(server.url), 2_000, 'Tia Moreau')
    await expect(page.getByRole('timer')).toBeVisible()
    const pause = page.getByRole('button', { name: 'Pause live updates' })
    await pause.click()
    await endRound(host, id)
    await offer.press('Enter')
    await expect(podium).toContainText('Tia won with $20.00')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Hall of fame' })).toBeFocused()
    await pause.click()
  })

  await test.step('whoever was on the card page at the end sees it after the thanks, once', async () => {
    const id = await startRound(host, `Card ${project}`)
    await pay(await signUp(server.url), 2_000, 'Tia Moreau')
    await expect(page.getByRole('timer')).toBeVisible()
    await fillInCard(page, '4242 4242 4242 4242', 'Orion Kell')
    await endRound(host, id)
    await holdAllCelebrations(page)
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(findCelebration(page)).toBeVisible()
    await expect(podium).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(podium).toContainText('Tia won with $20.00')
    await expect(findCelebration(page)).toHaveCount(0)
    await page.reload()
    await expect(board(page)).toContainText('Tia has won')
    await page.getByRole('button', { name: /^Hall/ }).waitFor()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
