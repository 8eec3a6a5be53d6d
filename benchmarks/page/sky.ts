import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { DISCLAIMER_COOKIE, DISCLAIMER_VERSION, formatAcceptance } from '#contract/disclaimer.ts'
import { launchBrowser } from '#tests/helpers/browser/launch.ts'
import { openStateBackend } from '#tests/states/state-backend.ts'
import { quantile, type Figure } from '../figure.ts'

const ROUNDS = 3
const WATCHED_MS = 10_000

/** The pause before measuring: the stars begin to move three seconds after the page has loaded. */
const SETTLING_MS = 6_000

/**
 * Measures the cost of the moving stars in a browser that draws in software: the same page with and
 * without them, in turns.
 */
export async function measureSky(): Promise<Figure[]> {
  const backend = await openStateBackend({ board: 'fourteen', environment: { LOG_LEVEL: 'warn' } })
  const browser = await launchBrowser()
  try {
    const shares: { moving: number; still: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const still = await shareOfCore(
        browser,
        await openPage(browser, backend.server.url, saveData),
      )
      const moving = await shareOfCore(browser, await openPage(browser, backend.server.url))
      shares.push({ moving, still })
    }
    return figuresOf(shares)
  } finally {
    await browser.close()
    await backend.close()
  }
}

function figuresOf(shares: readonly { moving: number; still: number }[]): Figure[] {
  const added = shares.map(({ moving, still }) => moving - still)
  const unit = '%'
  return [
    {
      name: 'live sky, share of one core',
      value: quantile(added, 0.5),
      unit,
      limit: { atMost: 10 },
    },
    {
      name: 'page without live sky, share of one core',
      value: quantile(
        shares.map(({ still }) => still),
        0.5,
      ),
      unit,
    },
  ]
}

async function openPage(
  browser: Browser,
  url: string,
  prepare?: (context: BrowserContext) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const acceptance = { version: DISCLAIMER_VERSION, acceptedAt: new Date().toISOString() }
  await context.addCookies([{ url, name: DISCLAIMER_COOKIE, value: formatAcceptance(acceptance) }])
  await prepare?.(context)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('heading', { name: 'Top Donors' }).waitFor()
  return page
}

/** Sets `saveData`, which only the sky reads. */
async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { saveData: true })
    Object.defineProperty(navigator, 'connection', { value: connection })
  })
}

/**
 * Returns the processor time of all the browser's processes, including the one that draws, in
 * hundredths of a core.
 */
async function shareOfCore(browser: Browser, page: Page): Promise<number> {
  await pause(SETTLING_MS)
  const before = await cpuSeconds(browser)
  const startedAt = performance.now()
  await pause(WATCHED_MS)
  const used = (await cpuSeconds(browser)) - before
  const seconds = (performance.now() - startedAt) / 1000
  await page.context().close()
  return (100 * used) / seconds
}

async function cpuSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}
