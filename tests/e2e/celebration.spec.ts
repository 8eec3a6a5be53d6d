import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signUp } from '../helpers/server/donor.ts'
import {
  findCelebration as thanks,
  holdCelebrations,
  noteFlares,
  shareCelebrations,
} from '../helpers/browser/celebration.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { enter, enterSignedUp, payByWallet } from '../helpers/browser/visitor.ts'

test.use({ reducedMotion: 'no-preference' })

const leader = (page: Page) => page.locator('p', { hasText: /takes #1 with/ })

/** Pays by the wallet, and waits for the celebration. */
async function pay(page: Page, amount: string, givenName: string): Promise<void> {
  await payByWallet(page, amount, { givenName, surname: 'Vance' })
  await thanks(page).waitFor()
}

/** Fills a board, so that a high place costs something. */
async function fillBoard(url: string): Promise<void> {
  const donor = await signUp(url)
  for (let rank = 0; rank < 11; rank += 1) {
    await donor.fetchCheckout(await donor.payByCard(3_000 + rank * 100, 'Orion Kell'))
  }
}

/** Watches in the page itself, since the confetti has fallen after five seconds. */
function watchConfetti(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const findCanvas = () => document.querySelector<HTMLCanvasElement>('dialog canvas')
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const small = document.createElement('canvas')
    small.width = 144
    small.height = 90
    const context = small.getContext('2d', { willReadFrequently: true })
    const read = (canvas: HTMLCanvasElement) => {
      context?.clearRect(0, 0, small.width, small.height)
      context?.drawImage(canvas, 0, 0, small.width, small.height)
      return small.toDataURL()
    }
    const blank = small.toDataURL()
    while (findCanvas() === null) await nextFrame()
    const pictures = new Set<string>()
    for (let canvas = findCanvas(); canvas && pictures.size < 2; canvas = findCanvas()) {
      const picture = read(canvas)
      if (picture !== blank) pictures.add(picture)
      await nextFrame()
    }
    return pictures.size === 2
  })
}

async function findBrightest(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).removeAlpha().stats()
  return Math.max(...channels.map(({ max }) => max))
}

test('a celebration says what was achieved, over the board on which it is seen @phone', async ({
  page,
  server,
}) => {
  await fillBoard(server.url)
  await enterSignedUp(page)
  await holdCelebrations(page)
  await pay(page, '5.00', 'Ada')
  await expect(thanks(page)).toContainText('Ada, welcome to the Royale!')
  await expect(thanks(page)).toContainText(/You (passed (one other|\d+) and )?stand at\s#1\d/)
  await expect(page.locator('[data-own]').first()).toBeInViewport()

  await page.keyboard.press('Escape')
  await expect(thanks(page)).toHaveCount(0)
  await expect(page.locator('[data-own]').first()).toBeFocused()

  await pay(page, '36.50', 'Ada')
  await expect(thanks(page)).toContainText(/You climbed \d places, from\s#1\d to\s#\d/)
  await page.mouse.click(20, 20)
  await expect(thanks(page)).toHaveCount(0)

  const isMoving = watchConfetti(page)
  await pay(page, '700.00', 'Ada')
  expect(await isMoving).toBe(true)
  await expect(thanks(page)).toHaveAccessibleDescription(
    /^Ada, welcome back to the Royale! You climbed .+ to\s#1\. The galaxy turns around you\.$/,
  )
})

test('words and place of #1 stand in the middle of a phone @phone-only', async ({
  page,
  server,
}) => {
  await fillBoard(server.url)
  await page.setViewportSize({ width: 390, height: 844 })
  await enterSignedUp(page)
  await holdCelebrations(page)
  await pay(page, '700.00', 'Ada')
  await expect(async () => {
    const [place, share] = await Promise.all([
      page.locator('[data-celebrated]').boundingBox(),
      thanks(page).getByRole('button', { name: 'Share my rank' }).boundingBox(),
    ])
    const below = 844 - (share?.y ?? NaN) - (share?.height ?? NaN)
    expect(Math.abs((place?.y ?? NaN) - below)).toBeLessThan(844 / 6)
  }).toPass()
})

test('beside a celebrated row a phone is dark @phone-only', async ({ page, server }) => {
  await fillBoard(server.url)
  await page.setViewportSize({ width: 320, height: 568 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterSignedUp(page)
  await holdCelebrations(page)
  await pay(page, '36.50', 'Ada')
  const row = page.locator('[data-celebrated]')
  for (const x of [8, 302]) {
    // The row may still move.
    await expect(async () => {
      const { y = NaN, height = NaN } = (await row.boundingBox()) ?? {}
      const beside = await page.screenshot({ clip: { x, y, width: 10, height } })
      expect(await findBrightest(beside)).toBeLessThan(16)
    }).toPass()
  }
})

test('who prefers less motion is thanked by a card that stands still @phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterSignedUp(page)
  await holdCelebrations(page)
  await pay(page, '710.00', 'Lyra')
  await expect(thanks(page)).toContainText('Lyra, welcome to the Royale!')
  await expect(thanks(page).locator('canvas')).toBeHidden()
  await page.waitForTimeout(1_000)
  const findMoving = () =>
    thanks(page).evaluate((dialog) =>
      dialog.getAnimations({ subtree: true }).filter(({ playState }) => playState === 'running'),
    )
  await expect.poll(findMoving).toEqual([])
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a celebration ends by itself after five seconds, motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await enterSignedUp(page)
    const shownMs = page.evaluate(async () => {
      const isShown = () => document.querySelector('#celebration-title') !== null
      // Told at once: a page that is busy with its first frames would look too late.
      const until = (state: boolean) =>
        new Promise<number>((resolve) => {
          const observer = new MutationObserver(() => {
            if (isShown() !== state) return
            observer.disconnect()
            resolve(performance.now())
          })
          observer.observe(document, { childList: true, subtree: true })
        })
      const startedAt = await until(true)
      return (await until(false)) - startedAt
    })
    // The page itself sees it come and go: a test on a busy machine may look too late.
    await payByWallet(page, '720.00', { givenName: 'Vega', surname: 'Vance' })
    expect(await shownMs).toBeGreaterThan(4_500)
  })
}

test('everybody watching sees who takes #1, unless they are at something else', async ({
  page,
  server,
}) => {
  const donor = await signUp(server.url)
  await enter(page)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const readFlares = await noteFlares(page)
  await donor.fetchCheckout(await donor.payByCard(80_000, 'Nova Vance'))
  const told = [expect.stringMatching(/Nova\s*takes #1 with \$800\.00/)]
  await expect.poll(readFlares).toEqual(told)
  await expect(leader(page)).toHaveCount(0)

  await page.getByText('Login / Sign up').click()
  await page.getByRole('dialog').waitFor()
  await donor.fetchCheckout(await donor.payByCard(81_000, 'Lyra Moreau'))
  await expect(page.locator('ol').getByText('$810.00')).toBeAttached()
  await page.waitForTimeout(1_000)
  expect(await readFlares()).toEqual(told)
})

test('a donor is celebrated for #1, and not told of themselves besides', async ({ page }) => {
  await enterSignedUp(page)
  await holdCelebrations(page)
  const readFlares = await noteFlares(page)
  await pay(page, '900.00', 'Mira')
  await page.waitForTimeout(1_000)
  await page.keyboard.press('Escape')
  await expect(thanks(page)).toHaveCount(0)
  expect(await readFlares()).toEqual([])
})

test('the rank can be shared meanwhile, and the celebration waits for that', async ({ page }) => {
  await page.addInitScript(() => {
    const share = () => new Promise((resolve) => addEventListener('sheet-closed', resolve))
    Object.assign(navigator, { share })
  })
  await enterSignedUp(page)
  await shareCelebrations(page)
  await pay(page, '6.00', 'Jun')
  await page.waitForTimeout(6_000)
  await expect(thanks(page)).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('sheet-closed')))
  await expect(thanks(page)).toHaveCount(0)
})
