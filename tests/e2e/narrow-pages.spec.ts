import type { Locator, Page } from '@playwright/test'
import { ROUTES } from '#contract/routes.ts'
import { doubleText } from '../helpers/browser/double-text.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { signIn } from '../helpers/browser/host.ts'
import { findCutContent } from '../helpers/browser/page-rules.ts'
import { enter } from '../helpers/browser/visitor.ts'
import { sendJson, signUp, type Donor } from '../helpers/server/donor.ts'

const WIDTHS = [320, 390]

test.use({ viewport: { width: 320, height: 568 } })

async function give(donor: Donor, amountCents: number, name: string): Promise<string> {
  const { donation } = await donor.fetchCheckout(await donor.payByCard(amountCents, name))
  return donation?.id ?? ''
}

const header = (page: Page) => page.getByRole('banner')

async function readBox(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('The element is not shown.')
  return { ...box, right: box.x + box.width, middle: box.y + box.height / 2 }
}

for (const width of WIDTHS) {
  test(`in text of twice the size the buttons of the header share a line on ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await enter(page)
    await doubleText(page)
    const sound = header(page).getByRole('button', { name: /sound/i })
    const readMiddles = async (name: string) => [
      (await readBox(header(page).getByRole('button', { name }))).middle,
      (await readBox(sound)).middle,
    ]
    const expectOneLine = (name: string) =>
      expect(async () => {
        const [button = NaN, other = NaN] = await readMiddles(name)
        expect(Math.abs(button - other)).toBeLessThan(2)
      }).toPass()
    await expectOneLine('Login / Sign up')

    await signIn(page, server, await signUp(server.url))
    await page.reload()
    await header(page).getByRole('button', { name: 'Logout' }).waitFor()
    await expectOneLine('Logout')
    // The address has half of the line that it shares with the logo.
    const account = header(page).getByRole('button', { name: '(your account)' })
    const readWidth = async () => (await readBox(account)).width
    await expect.poll(readWidth).toBeGreaterThan(width / 2 - 16)
    await expect.poll(() => findCutContent(page)).toEqual([])
  })
}

test("in text of twice the size one's own page does not scroll sideways", async ({
  page,
  server,
}) => {
  const donor = await signUp(server.url)
  await give(donor, 15_000, 'Wanda Kell')
  await signIn(page, server, donor)
  await enter(page)
  await page.goto('/me')
  await page.getByText('On the board').waitFor()
  await doubleText(page)
  await expect.poll(() => findCutContent(page)).toEqual([])
})

test('in text of twice the size a shared link does not scroll sideways, and names its rows', async ({
  page,
  server,
}) => {
  const donor = await signUp(server.url)
  await give(donor, 61_300, 'Nova Kell')
  const id = await give(donor, 61_200, 'Wanda Kell')
  await enter(page)
  await page.goto(`/?donation=${id}`)
  await page.getByRole('button', { name: /^Take #\d+$/ }).waitFor()
  await doubleText(page)
  await expect.poll(() => findCutContent(page)).toEqual([])
})

test('a shared donation on the third place does not widen the page of its link', async ({
  page,
  server,
}) => {
  const donor = await signUp(server.url)
  const displayName = 'عبدالرحمن السعيد الم'
  await sendJson(donor, ROUTES.profile, { method: 'PUT', body: { displayName } })
  await give(donor, 200_000, 'Omar Kell')
  await give(donor, 190_000, 'Omar Kell')
  const id = await give(donor, 180_000, 'Omar Kell')
  await enter(page)
  await page.goto(`/?donation=${id}`)
  const place = page.locator('li[data-place="3"]')
  const mark = () => place.evaluate((row) => getComputedStyle(row, '::after').content)
  await expect.poll(mark).toContain('shared with you')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

for (const path of ['/', '/me']) {
  test(`forced colours leave the logo whole on its dark ground: ${path}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await enter(page)
    await page.goto(path)
    const logo = page.getByRole('img', { name: 'Donation Royale' }).first()
    const picture = logo.locator('xpath=..')
    await expect(picture).toHaveCSS('background-color', 'rgb(5, 4, 13)')
    await expect(async () => {
      const [whole, ground] = [await readBox(logo), await readBox(picture)]
      expect(ground.x).toBeLessThan(whole.x)
      expect(ground.right).toBeGreaterThan(whole.right)
      expect(ground.right).toBeLessThan(whole.right + 32)
    }).toPass()
  })
}

test('forced colours leave the tick of an anonymous donation in its column', async ({
  page,
  server,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, server, await signUp(server.url))
  await enter(page)
  await expect(async () => {
    const tick = await readBox(page.getByLabel('Anonymous'))
    const text = await readBox(page.getByText('Shown as the first name'))
    expect(tick.x).toBe(text.x)
  }).toPass()
})
