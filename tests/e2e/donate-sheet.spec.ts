import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../helpers/browser/e2e.ts'
import { signUp } from '../helpers/server/donor.ts'
import { approve, chooseAmount, enterSignedUp, openWallet } from '../helpers/browser/visitor.ts'

const field = (page: Page) => page.getByLabel('Amount (USD)')
const wallet = (page: Page) => page.getByRole('button', { name: 'Donate with PayPal' })
const card = (page: Page) => page.getByRole('button', { name: 'Donate with Stripe' })
const opener = (page: Page) => page.getByRole('button', { name: 'Change the amount' })

/** Returns whether each corner and the middle of an element can be pressed, nothing lying over it. */
function isFree(element: Locator): Promise<boolean> {
  return element.evaluate(
    (target) => {
      const { left, right, top, bottom } = target.getBoundingClientRect()
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        [left + 14, (top + bottom) / 2],
        [right - 14, (top + bottom) / 2],
      ] as const
      return points.every(([x, y]) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (target.contains(hit) || hit.contains(target))
      })
    },
    undefined,
    { timeout: 5_000 },
  )
}

/** Expects that elements can be pressed, once the page has come to rest. */
async function expectFree(...elements: Locator[]): Promise<void> {
  await expect(async () => {
    for (const element of elements) expect(await isFree(element)).toBe(true)
  }).toPass()
}

/** Returns whether the page shows an element, and nothing over its foot. */
function isSeen(element: Element): boolean {
  const { left, right, bottom } = element.getBoundingClientRect()
  const hit = document.elementFromPoint((left + right) / 2, bottom - 4)
  return element.contains(hit) && element.checkVisibility({ opacityProperty: true })
}

/** Opens and closes the sheet and shows that the buttons stay where the thumb is. */
async function expectSteadyButtons(page: Page): Promise<void> {
  const before = await Promise.all([wallet(page).boundingBox(), card(page).boundingBox()])
  await opener(page).click()
  await expect(page.getByRole('heading', { name: 'Claim your place' })).toBeVisible()
  await expect(field(page)).toBeInViewport({ ratio: 1 })
  expect(await Promise.all([wallet(page).boundingBox(), card(page).boundingBox()])).toEqual(before)
}

/** Shows that the ways to pay of an open sheet begin and end where the amount above them does. */
async function expectOneColumn(page: Page): Promise<void> {
  const title = await page.getByRole('heading', { name: 'Claim your place' }).boundingBox()
  const [first, last] = await Promise.all([wallet(page).boundingBox(), card(page).boundingBox()])
  const start = title?.x ?? NaN
  expect(first?.x).toBe(start)
  const width = await page.evaluate(() => innerWidth)
  expect((last?.x ?? NaN) + (last?.width ?? NaN)).toBeCloseTo(width - start)
}

test.describe('on a phone', { tag: '@phone-only' }, () => {
  for (const [width, height] of [
    [390, 844],
    [390, 600],
    [320, 568],
  ] as const) {
    test(`board and ways to pay share the first screen of ${width} × ${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await enterSignedUp(page)
      // Without the welcome of a new donor.
      await page.reload()
      await expect(page.getByText(/^\$5\.00 (puts you at|takes)\s#\d/)).toBeInViewport({ ratio: 1 })
      for (const button of [wallet(page), card(page)]) {
        await expect(button).toBeInViewport({ ratio: 1 })
        await expectFree(button)
      }
      const [sun, foot] = await Promise.all([
        page.locator('[data-place="1"]').first().boundingBox(),
        page.getByText(/^\$5\.00 /).boundingBox(),
      ])
      // Above the sheet there is room for the sun, 5 rem from the top of its place.
      expect(foot?.y).toBeGreaterThan((sun?.y ?? Infinity) + 80)
      await expect(page.getByText('Test mode')).toHaveCount(1)
      await expectSteadyButtons(page)
      await expectOneColumn(page)
      await page.getByText('Delete all test donations').scrollIntoViewIfNeeded()
      await expectFree(page.getByText('Delete all test donations'))
    })
  }

  test('the sheet opens at the amount, closes by Escape, and pays from both', async ({ page }) => {
    await enterSignedUp(page)
    await page.getByText('Donate NOW!').click()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toBeInViewport({ ratio: 1 })
    await chooseAmount(page, '12.50')
    await page.keyboard.press('Escape')
    await expect(opener(page)).toBeFocused()
    await expect(page.getByText(/^\$12\.50 (puts you at|takes)\s#\d/)).toBeVisible()
    await approve(await openWallet(page), { givenName: 'Lyra', surname: 'Moreau' })
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  })

  test("the wallet's script draws once, however often the sheet opens", async ({ page }) => {
    await enterSignedUp(page)
    await wallet(page).evaluate((button) => button.setAttribute('data-first', ''))
    await opener(page).click()
    await page.getByRole('button', { name: 'Close the panel' }).click()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(wallet(page)).toHaveAttribute('data-first')
  })

  test('with less motion, too, the suns of a short board move above an open sheet', async ({
    page,
    server,
  }) => {
    const donor = await signUp(server.url)
    await donor.fetchCheckout(await donor.payByCard(500, 'Ada Vale'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterSignedUp(page)
    await opener(page).click()
    await expect
      .poll(async () => (await page.locator('ol > [data-place="1"]').boundingBox())?.y)
      .toBeLessThan(48)
  })

  test('an open sheet has the choice of a name in sight, and tells the name once', async ({
    page,
    server,
  }) => {
    const donor = await signUp(server.url)
    for (const amountCents of [600, 700, 800, 900, 1000]) await donor.payByCard(amountCents)
    await page.setViewportSize({ width: 390, height: 844 })
    await enterSignedUp(page)
    await opener(page).click()
    await page.getByText(/^#\d+ you, now$/).waitFor()
    const choice = page.getByText('Anonymous', { exact: true })
    await expect(choice).toHaveCSS('opacity', '1')
    await expectFree(choice)
    await expect(page.getByText('First name shown')).toBeHidden()
    await expect(page.getByText('Shown as the first name that you pay with')).toBeVisible()
  })

  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    test(`a notice covers nothing of an open sheet of ${width} × ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height })
      await enterSignedUp(page)
      await page.reload()
      await opener(page).click()
      const popup = await openWallet(page)
      await popup.getByRole('button', { name: 'Cancel' }).click()
      const notice = page.locator('[data-tone]', { hasText: 'We have not heard from PayPal.' })
      await expect(async () => {
        const [steps, told, pay] = await Promise.all([
          page.locator('[data-steps]').boundingBox(),
          notice.boundingBox(),
          wallet(page).boundingBox(),
        ])
        expect(told?.y).toBeGreaterThanOrEqual((steps?.y ?? NaN) + (steps?.height ?? NaN))
        expect((told?.y ?? NaN) + (told?.height ?? NaN)).toBeLessThanOrEqual(pay?.y ?? NaN)
      }).toPass()
      await expect(field(page)).toBeInViewport({ ratio: 1 })
      await expectFree(field(page))
    })
  }

  test('the first sun is in sight though neither way to pay works', async ({
    page,
    server,
    pageErrors,
  }) => {
    pageErrors.allow(/PayPal failed to load|503|ERR_FAILED|Failed to load/)
    const donor = await signUp(server.url)
    await donor.fetchCheckout(await donor.payByCard(90_000, 'Nova Vance'))
    await page.setViewportSize({ width: 320, height: 568 })
    await page.route('**/sdk/js*', (route) => route.abort())
    const message = 'Stripe cannot take payments right now. Please try again in a moment.'
    const error = { code: 'unavailable', message, requestId: randomUUID() }
    await page.route('**/api/create-checkout-session', (route) =>
      route.fulfill({ status: 503, json: { error } }),
    )
    await enterSignedUp(page)
    // Without the welcome of a new donor.
    await page.reload()
    const wallets = page.getByText('PayPal failed to load.')
    await expect(wallets).toBeVisible()
    await card(page).click()
    await expect(page.getByText(error.requestId)).toBeInViewport({ ratio: 1 })
    for (const part of ['[data-body]', 'bdi']) {
      const shown = page.locator(`li[data-place="1"] ${part}`)
      await expect.poll(() => shown.evaluate(isSeen), part).toBe(true)
    }
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(wallets).toBeVisible()
  })

  test('a closed sheet follows the board in order, and whoever presses what it holds gets there', async ({
    page,
  }) => {
    await enterSignedUp(page)
    await opener(page).waitFor()
    expect(await isBefore(page, 'Pause live updates', 'Change the amount')).toBe(true)
    await page.getByRole('button', { name: '$25' }).click()
    await expect(field(page)).toHaveValue('25.00')
  })
})

test('a window too low for a sheet has the panel in the page @phone-only', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await enterSignedUp(page)
  await card(page).waitFor()
  await expect(opener(page)).toHaveCount(0)
  await page.getByText('Donate NOW!').click()
  await expect(field(page)).toBeFocused()
  await card(page).scrollIntoViewIfNeeded()
  await expectFree(card(page))
})

test('what is being filled in stays in sight when a phone is turned @phone-only', async ({
  page,
}) => {
  await enterSignedUp(page)
  await opener(page).click()
  await chooseAmount(page, '25')
  await field(page).focus()
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(field(page)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(field(page)).toBeInViewport({ ratio: 1 })
})

test('on a wide window the panel stands beside the board, with its ways to pay in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterSignedUp(page)
  await card(page).waitFor()

  await test.step('it follows the board in order', async () => {
    await expect(opener(page)).toHaveCount(0)
    expect(await isBefore(page, 'Pause live updates', 'Donate with Stripe')).toBe(true)
  })

  await test.step('its ways to pay stay in sight, though it is taller than the window', async () => {
    await page.getByText('Donations are gifts').waitFor()
    await expect(page.getByText('Donations are gifts')).not.toBeInViewport({ ratio: 1 })
    await expect(wallet(page)).toBeInViewport({ ratio: 1 })
    await expect(card(page)).toBeInViewport({ ratio: 1 })
  })

  await test.step('they are as high as each other, and 44 pixels to the finger', async () => {
    await expect(async () => {
      const boxes = await Promise.all([wallet(page).boundingBox(), card(page).boundingBox()])
      expect(boxes.map((box) => box?.height)).toEqual([40, 44])
      expect(boxes.map((box) => box?.width)).toEqual([boxes[0]?.width, boxes[0]?.width])
    }).toPass()
  })
})

test('the ladder ends above ways to pay that stay in sight', async ({ page, server }) => {
  const donor = await signUp(server.url)
  for (const amountCents of [600, 700, 800, 900, 1000]) await donor.payByCard(amountCents)
  await page.setViewportSize({ width: 1440, height: 900 })
  await enterSignedUp(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  const own = page.getByText(/^#\d+ you, now$/)
  await own.waitFor()
  const bottom = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const rungs = page.getByRole('group', { name: 'Places to aim for' }).getByRole('button')
  for (const height of [900, 960, 1040]) {
    await page.setViewportSize({ width: 1440, height })
    await expect
      .poll(async () => (await bottom(own)) < ((await wallet(page).boundingBox())?.y ?? 0))
      .toBe(true)
    // Rungs come and go for some frames after the window has another height.
    await expect(async () => {
      for (const part of [own, ...(await rungs.all())]) expect(await isFree(part)).toBe(true)
    }).toPass()
  }
})

test('a message below ways to pay that are in sight scrolls nothing', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/503/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.route('**/api/create-checkout-session', (route) => route.fulfill({ status: 503 }))
  await enterSignedUp(page)
  await card(page).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await card(page).click()
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a wallet window that the browser blocks is told in words of its own', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/blocked/)
  await page.addInitScript(() => {
    window.open = () => null
  })
  await enterSignedUp(page)
  await wallet(page).click()
  await expect(page.getByRole('alert')).toContainText('Your browser blocked PayPal’s window.')
  await expect(card(page)).toBeEnabled()
})

/** Returns whether one button comes before another in the document. */
async function isBefore(page: Page, first: string, second: string): Promise<boolean> {
  const names = await page
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent),
    )
  return names.indexOf(first) !== -1 && names.indexOf(first) < names.indexOf(second)
}
