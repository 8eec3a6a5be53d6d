import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { DISCLAIMER_COOKIE, DISCLAIMER_VERSION, formatAcceptance } from '#contract/disclaimer.ts'
import { launchBrowser } from '#tests/helpers/browser/launch.ts'
import { scrollToRow } from '#tests/states/page-control.ts'
import {
  CHANGES_PER_SECOND,
  openPayer,
  type Payer,
  type PaymentPhase,
} from '../fixtures/board-payer.ts'
import { watch, type Watched } from './board-watch.ts'
import type { Figure } from '../figure.ts'

interface Act extends PaymentPhase {
  name: string
  /** The factor by which the browser's processor is slowed down. */
  slowdown: number
  /** True if changes arrive; otherwise the same page is measured at rest. */
  changes: boolean
  /** Uses the page meanwhile, as the viewer does. */
  use?: (page: Page) => Promise<void>
}

const MIDDLE = 50_000
const SETTLING_MS = 3_000

/**
 * Measures the board of 100,000 in a real browser while changes arrive, for `seconds` per promised
 * figure.
 */
export async function measureBoard(seconds = 60): Promise<Figure[]> {
  const short = Math.ceil(seconds / 3)
  const acts: Act[] = [
    { name: 'at rest', position: 1, seconds: short, slowdown: 4, changes: false },
    { name: 'top', position: 1, seconds, slowdown: 4, changes: true },
    { name: 'middle', position: MIDDLE, seconds, slowdown: 4, changes: true },
    { name: 'in use', position: 1, seconds: short, slowdown: 4, changes: true, use: useThePage },
    { name: 'top, full speed', position: 1, seconds: short, slowdown: 1, changes: true },
    { name: 'middle, full speed', position: MIDDLE, seconds: short, slowdown: 1, changes: true },
  ]
  const payer = await openPayer(acts.filter(({ changes }) => changes))
  const browser = await launchBrowser()
  try {
    const figures: Figure[] = []
    for (const act of acts) {
      const page = await openBoard(browser, payer.url, act)
      figures.push(...(await perform(page, payer, act)))
      await page.context().close()
    }
    return figures
  } finally {
    await browser.close()
    await payer.close()
  }
}

/** Opens the page as a visitor does, and slows the browser down once the page is loaded. */
async function openBoard(
  browser: Awaited<ReturnType<typeof launchBrowser>>,
  url: string,
  { position, slowdown }: Act,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const acceptance = { version: DISCLAIMER_VERSION, acceptedAt: new Date().toISOString() }
  await context.addCookies([{ url, name: DISCLAIMER_COOKIE, value: formatAcceptance(acceptance) }])
  const page = await context.newPage()
  await page.goto(url)
  await page.getByText('Live', { exact: true }).waitFor()
  if (position > 1) await scrollToRow(page, position)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.waitForTimeout(SETTLING_MS)
  return page
}

async function perform(page: Page, payer: Payer, act: Act): Promise<Figure[]> {
  const donationsBefore = await payer.countDonations()
  const watched = await watch(page, { isTraced: act.slowdown === 1 }, () =>
    Promise.all([
      act.changes ? payer.payPhase(act) : pause(act.seconds * 1000),
      act.use?.(page) ?? Promise.resolve(),
    ]),
  )
  const changes = (await payer.countDonations()) - donationsBefore
  return describe(act, watched, changes / act.seconds)
}

function describe({ name, slowdown, changes, use }: Act, watched: Watched, rate: number): Figure[] {
  const isPromised = changes && slowdown > 1
  const title = (what: string) => `board ${name}: ${what}`
  const figures: Figure[] = [
    {
      name: title('frames'),
      value: watched.framesPerSecond,
      unit: '/s',
      ...(isPromised && use === undefined && { limit: { atLeast: 58 } }),
    },
    {
      name: title('longest task'),
      value: watched.longestTaskMs,
      unit: 'ms',
      ...(isPromised && { limit: { atMost: 50 } }),
    },
    { name: title('main thread'), value: watched.busyMsPerSecond, unit: 'ms/s' },
    {
      name: title('heap growth'),
      value: watched.heapGrowthBytes / 1e6,
      unit: 'MB',
      ...(isPromised && { limit: { atMost: 5 } }),
    },
  ]
  if (changes && watched.mostProcessorMs !== undefined) {
    // A task of 50 ms at a quarter of the speed takes as much.
    const limit = { atMost: 12.5 }
    const value = watched.mostProcessorMs
    figures.push({ name: title('longest task, processor time'), value, unit: 'ms', limit })
  }
  if (changes) {
    const limit = { atLeast: CHANGES_PER_SECOND * 0.9 }
    figures.push({ name: title('changes'), value: rate, unit: '/s', limit })
  }
  if (use !== undefined) {
    const value = watched.slowestInteractionMs
    figures.push({ name: title('slowest interaction'), value, unit: 'ms', limit: { atMost: 100 } })
  }
  return figures
}

/** Clicks, scrolls and types as a visitor may, with real input. */
async function useThePage(page: Page): Promise<void> {
  const pauseButton = page.getByRole('button', { name: 'Pause live updates' })
  for (let round = 0; round < 5; round += 1) {
    await pauseButton.click()
    await page.waitForTimeout(400)
    await pauseButton.click()
    await page.mouse.wheel(0, 600)
    await page.waitForTimeout(400)
    await page.keyboard.press('PageDown')
    await page.waitForTimeout(400)
    await page.keyboard.press('Home')
    await page.waitForTimeout(400)
  }
}
