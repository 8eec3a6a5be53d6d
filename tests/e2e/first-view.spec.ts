import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { DISCLAIMER_COOKIE, DISCLAIMER_VERSION, formatAcceptance } from '#contract/disclaimer.ts'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { signUp } from '../helpers/server/donor.ts'
import { enterSignedUp } from '../helpers/browser/visitor.ts'

const FONTS_LATE_MS = 700

declare global {
  interface Window {
    /** The sum of all layout shifts since the page began. */
    shifted: number
    /** The moved elements with their old and new positions, for error messages. */
    shifts: string[]
    /** Those of elements in the donation panel. */
    panelShifts: string[]
  }
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

async function accept(context: BrowserContext, url: string): Promise<void> {
  const value = formatAcceptance({
    version: DISCLAIMER_VERSION,
    acceptedAt: new Date().toISOString(),
  })
  await context.addCookies([{ name: DISCLAIMER_COOKIE, value, url }])
}

async function donate(url: string): Promise<void> {
  const donor = await signUp(url)
  for (const amount of [4_200, 2_100, 1_000, 700]) {
    await donor.fetchCheckout(await donor.payByCard(amount, `Donor ${amount}`))
  }
}

/** Records layout shifts from the first paint on; fonts load well after that. */
async function watchShifts(page: Page): Promise<void> {
  await page.route(/\.woff2$/, async (route) => {
    await delay(FONTS_LATE_MS)
    await route.continue()
  })
  await page.addInitScript(() => {
    window.shifted = 0
    window.shifts = []
    window.panelShifts = []
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(' ')
    const isInPanel = (node: Node | null) => document.querySelector('#donate')?.contains(node)
    new PerformanceObserver((list) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the observer gets entries of this type
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        window.shifted += value
        for (const { node, previousRect, currentRect } of sources) {
          const moved = `${place(previousRect)} -> ${place(currentRect)}`
          const change = `${node?.nodeName} '${node?.textContent}': ${moved}`
          window.shifts.push(change)
          if (isInPanel(node)) window.panelShifts.push(change)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * The largest accepted layout shift. The fallback font is the machine's, and may be 3 px off: such
 * a shift is a few ten-thousandths of the window. Browsers call 0.1 good.
 */
const MAX_SHIFT = 0.005

async function expectStill(page: Page): Promise<void> {
  const { shifted, shifts } = await page.evaluate(() => ({
    shifted: window.shifted,
    shifts: window.shifts,
  }))
  expect(shifted, shifts.join('\n')).toBeLessThan(MAX_SHIFT)
}

/** Returns a list that gets the paths of all that the page requests. */
function listRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

/** Returns the kind of a built file, by its name. */
function kindOf(path: string): string {
  if (path.endsWith('.woff2')) return 'font'
  return /^\/assets\/(galaxy|logo)-/.exec(path)?.[1] ?? path
}

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('a first visitor sees the disclaimer, and nothing else @phone', async ({ page, server }) => {
    await donate(server.url)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Disclaimer' })).toBeVisible()
    await expect(page.getByText('There are no refunds.')).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(1)
    await expect(page.getByText('$42.00')).toHaveCount(0)
  })

  test('whoever has accepted sees the board @phone', async ({ page, context, server }) => {
    await donate(server.url)
    await accept(context, server.url)
    const requested = listRequests(page)
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: 'Top Donors' })).toBeVisible()
    await expect(page.getByRole('list').getByText('$42.00').first()).toBeVisible()
    await expect(page.getByRole('list').getByText('$7.00').first()).toBeVisible()
    await expect(page.getByText('I Understand')).toHaveCount(0)
    // It looks alive, so it is told at its top that it is not.
    const notice = page.locator('noscript')
    await expect(notice).toBeInViewport()
    // The first paint waits for nothing else.
    await expect
      .poll(() => requested.map(kindOf).toSorted())
      .toEqual(['/', 'font', 'font', 'galaxy', 'logo'].toSorted())
  })
})

test('the whole style sheets and the grain are fetched once, after the paint', async ({
  page,
  context,
  server,
}) => {
  await donate(server.url)
  await accept(context, server.url)
  const requested = listRequests(page)
  await page.goto('/')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect.poll(() => requested.filter((path) => path.includes('/grain-'))).toHaveLength(1)
  const sheets = requested.filter((path) => path.endsWith('.css'))
  expect(sheets.filter((path) => path.includes('/page-'))).toHaveLength(1)
  expect(new Set(sheets).size).toBe(sheets.length)
})

/** Reads where each element of the page is, and all of how it and its pseudo-elements look. */
async function readLook(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const looks: string[] = []
    for (const element of document.querySelectorAll('body, #root *, .sky *')) {
      const { x, y, width, height } = element.getBoundingClientRect()
      for (const pseudo of [undefined, '::before', '::after']) {
        const style = getComputedStyle(element, pseudo)
        if (pseudo !== undefined && style.content === 'none') continue
        const values = [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`)
        const name = `${element.outerHTML.slice(0, 80)} ${pseudo ?? ''}`
        looks.push(`${name} ${[x, y, width, height].join(' ')}\n${values.join('\n')}`)
      }
    }
    return looks
  })
}

for (const { view, hasAccepted, path } of [
  { view: 'the disclaimer', hasAccepted: false, path: '/' },
  { view: 'the board', hasAccepted: true, path: '/' },
  { view: 'the greeting of a shared link', hasAccepted: true, path: '/?donation=' },
]) {
  test(`the document has all rules of ${view}: nothing changes when the style sheets come @phone`, async ({
    page,
    context,
    server,
  }) => {
    await donate(server.url)
    if (hasAccepted) await accept(context, server.url)
    const { entries } = leaderboardPageSchema.parse(
      await (await fetch(`${server.url}/api/leaderboard`)).json(),
    )
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const held = Promise.withResolvers<void>()
    await page.route(/\.js$/, () => {})
    await page.route(/\.css$/, async (route) => {
      await held.promise
      await route.continue()
    })
    // The load event waits for the style sheets, where they are added before it.
    await page.goto(path.endsWith('=') ? `${path}${entries[1]?.id}` : path, {
      waitUntil: 'domcontentloaded',
    })
    await page.evaluate(() => document.fonts.ready)
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
    await page.waitForFunction(() => document.querySelector('link[href$=".css"]') !== null)
    const first = await readLook(page)
    held.resolve()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([media])')].every(
        ({ sheet }) => sheet !== null,
      ),
    )
    const whole = await readLook(page)
    const changes = whole.flatMap((look, at) => {
      const [name = '', ...values] = look.split('\n')
      const before = new Set(first[at]?.split('\n'))
      return [name, ...values].filter((value) => !before.has(value)).map((value) => [name, value])
    })
    expect(changes).toEqual([])
    expect(whole).toHaveLength(first.length)
  })
}

test('nothing moves from the first paint until the disclaimer can be accepted @phone', async ({
  page,
}) => {
  await watchShifts(page)
  await page.goto('/')
  await expect(page.locator('dialog:modal')).toBeVisible()
  await page.evaluate(async () => document.fonts.ready)
  await expectStill(page)
})

test('nothing moves from the first paint until the board is live @phone', async ({
  page,
  context,
  server,
}) => {
  await donate(server.url)
  await accept(context, server.url)
  await watchShifts(page)
  await page.goto('/')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByRole('list').getByText('$42.00').first()).toBeVisible()
  await page.evaluate(async () => document.fonts.ready)
  await expectStill(page)
})

test('the live stream goes on behind the board of the document', async ({
  page,
  context,
  server,
}) => {
  await donate(server.url)
  await accept(context, server.url)
  const stream = page.waitForRequest(/\/api\/leaderboard\/live/)
  await page.goto('/')
  expect(new URL((await stream).url()).searchParams.get('lastEventId')).toMatch(/^[1-9]/)
  const donor = await signUp(server.url)
  await donor.fetchCheckout(await donor.payByCard(9_900))
  await expect(page.getByRole('list').getByText('$99.00').first()).toBeVisible()
})

test('the place of the donation panel is kept for whoever is signed in', async ({ page }) => {
  await enterSignedUp(page)
  await watchShifts(page)
  // The server's own answer, but at once: whoever gets none for long is offline, without a panel.
  const response = await page.request.get('/api/auth/get-session')
  await page.route('**/api/auth/get-session', (route) => route.fulfill({ response }))
  await page.reload()
  await expect(page.getByText('Donate with Stripe')).toBeVisible()
  const { shifted, shifts } = await page.evaluate(() => ({
    shifted: window.shifted,
    shifts: window.shifts,
  }))
  expect(shifted, shifts.join('\n')).toBeLessThan(0.02)
})

test('nothing in the donation panel moves once it is seen', async ({ page, server }) => {
  await donate(server.url)
  await watchShifts(page)
  // The welcome above the panel of a new donor leaves the ladder the room of fewer rungs.
  await enterSignedUp(page)
  await expect(page.getByText(/^#\d+ you, now$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Donate with PayPal' })).toBeVisible()
  // Shifts are told after their frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  )
  expect(await page.evaluate(() => window.panelShifts)).toEqual([])
})

test('a press that begins before the page is interactive and ends after is not lost', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const button = page.getByRole('button', { name: 'I Understand' })
  await button.hover()
  // The element of the first view is live once React knows it, or has put another in its place.
  const first = await button.elementHandle()
  const isLive = () =>
    first.evaluate(
      (element) =>
        !element.isConnected || Object.keys(element).some((key) => key.startsWith('__react')),
    )
  await page.mouse.down()
  expect(await isLive()).toBe(false)
  release()
  await expect.poll(isLive).toBe(true)
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Top Donors' })).toBeVisible()
})
