import type { Page } from '@playwright/test'
import { noteFlares } from '../helpers/browser/celebration.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { chooseAmount, enter, enterSignedUp, payByWallet } from '../helpers/browser/visitor.ts'
import { giveAsNewDonor, signUp } from '../helpers/server/donor.ts'
import { signUpHost } from '../helpers/server/host.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'
import { decideText, setScreening } from '../helpers/server/screening.ts'

test.describe.configure({ mode: 'serial' })

async function donate(page: Page, amount: string): Promise<void> {
  await payByWallet(page, amount, { givenName: 'Ada', surname: 'Vance' })
}

declare global {
  var panelTexts: string[] | undefined
}

/** Records the panel's text whenever the page changes. */
const record = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    globalThis.panelTexts = texts
    const panel = document.querySelector('[aria-labelledby="donate-title"]')
    new MutationObserver(() => texts.push(panel?.textContent ?? '')).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })

/** Returns the place that the donor is told to have, and the one that the aim is told with. */
function readPlaces(text: string): { held?: string | undefined; told?: string | undefined } {
  return {
    held: /You are at\s#(\d+)/.exec(text)?.[1],
    told: /(?:adds to your|Your|You hold)\s#(\d+)/.exec(text)?.[1],
  }
}

test('where only donors rank, the aim follows the board, and is never beside another place', async ({
  page,
  server,
}) => {
  const host = await signUpHost(server)
  await publishCampaign(host, { boards: ['donors-all-time'] })
  await enterSignedUp(page)
  await donate(page, '90.00')
  const thanks = page.getByRole('dialog', { name: 'Thank You!' })
  await expect(thanks).toContainText('With $90 in all you are #1 of all donors.')
  await page.keyboard.press('Escape')
  const panel = page.getByRole('region', { name: 'Claim your place' })
  await chooseAmount(page, '7.00')
  await expect(panel).toContainText('This adds to your #1')
  await record(page)
  for (const [amountCents, name] of [
    [9_500, 'Bo Kell'],
    [10_200, 'Cy Kell'],
    [10_900, 'Di Kell'],
  ] as const) {
    await giveAsNewDonor(server.url, amountCents, name)
  }
  await expect(panel).toContainText('You are at #4 with $90; $5.01 more passes Bo.')
  await expect(panel).toContainText('Your #4 would become #3, passing Bo')
  const texts = (await page.evaluate(() => globalThis.panelTexts)) ?? []
  const told = texts.map(readPlaces).filter((places) => places.told !== undefined)
  expect(told.length).toBeGreaterThan(0)
  expect(told.filter((places) => places.told !== places.held)).toEqual([])
})

test('where only donors rank, a shared link tells the row of its donor', async ({
  page,
  server,
}) => {
  const eve = await signUp(server.url)
  await eve.fetchCheckout(await eve.payByCard(500, 'Eve Kell'))
  const { donation } = await eve.fetchCheckout(await eve.payByCard(800, 'Eve Kell'))
  await enterSignedUp(page)
  await page.goto(`/?donation=${donation?.id}`)
  await expect(page).toHaveTitle(/^Eve is #5 on /)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Eve stands at #5. $13.01 passes Eve.',
  )
})

test('where only donors rank, a name that waits is shared as ‘A donor’, then as approved', async ({
  page,
  server,
  browser,
}) => {
  const host = await signUpHost(server)
  await setScreening(host, 'hold')
  await enterSignedUp(page)
  await donate(page, '40.00')
  const thanks = page.getByRole('dialog', { name: 'Thank You!' })
  await expect(thanks.getByRole('button', { name: 'Share my rank' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share my rank' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Show where you stand' })
  const picture = dialog.getByAltText('The card that a shared link shows')
  const loaded = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(loaded).toBe(1_200)
  const id = /donation\/(.+)\.png/.exec((await picture.getAttribute('src')) ?? '')?.[1] ?? ''

  const guest = await browser.newPage({ baseURL: server.url })
  await enter(guest)
  const greeting = guest.getByRole('heading', { level: 1 })
  const follow = async () => guest.goto(`/?donation=${id}`)
  await follow()
  await expect(guest).toHaveTitle(/^A donor is #\d on /)
  await expect(greeting).toContainText(/^A donor stands at\s#\d\. \$40\.01 passes A donor\.$/)
  await decideText(host, id, 'approve')
  await expect(greeting).toContainText(/^Ada stands at/)
  await follow()
  await expect(guest).toHaveTitle(/^Ada is #\d on /)
  await guest.close()
  await setScreening(host, 'off')
})

test('where only donors rank, one who gave anonymously is told why nothing is shared', async ({
  page,
}) => {
  await enterSignedUp(page)
  await page.getByRole('checkbox', { name: 'Anonymous' }).check()
  await donate(page, '30.00')
  const thanks = page.getByRole('dialog', { name: 'Thank You!' })
  const why = 'You are shown as Anonymous, so no link can lead to your place.'
  await expect(thanks).toContainText(why)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share my rank' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Show where you stand' })).toContainText(why)
})

test('where only donors rank, everybody watching sees whose sum takes #1', async ({
  page,
  server,
}) => {
  const flo = await signUp(server.url)
  const give = async () => flo.fetchCheckout(await flo.payByCard(9_000, 'Flo Kell'))
  await enter(page)
  const list = page.locator('ol')
  await expect(list.getByText('Di', { exact: true })).toBeAttached()
  const leader = page.locator('p', { hasText: /takes #1 with/ })
  const latest = page.getByText(/^Latest: Flo/)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const readFlares = await noteFlares(page)
  await give()
  await expect(latest).toContainText('$90.00 in all')
  expect(await readFlares()).toEqual([])
  await give()
  const told = [expect.stringMatching(/Flo\s*takes #1 with \$180\.00/)]
  await expect.poll(readFlares).toEqual(told)
  await expect(latest).toContainText('$180.00 in alltook #1, passing Di')
  await expect(leader).toHaveCount(0)
  await give()
  await expect(latest).toContainText('$270.00 in all')
  await expect(latest).not.toContainText('took')
  await page.waitForTimeout(1_000)
  expect(await readFlares()).toEqual(told)
})
