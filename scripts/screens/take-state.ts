import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import sharp from 'sharp'
import { findCelebration } from '#tests/helpers/browser/celebration.ts'
import { SIZES } from '#tests/states/sizes.ts'
import { openState } from '#tests/states/open-state.ts'
import type { State } from '#tests/states/state.ts'
import type { StateBackends } from '#tests/states/state-backends.ts'

const MAX_BYTES = 60_000
const BEST_QUALITY = 84

/** The greatest width of a picture, px: that of the widest window is for its layout alone. */
const MAX_WIDTH = 1440

/** The pause before a picture, for transitions to end, ms. */
const SETTLING_MS = 900

/** The longest wait for a page's requests, ms. */
const IDLE_TIMEOUT_MS = 4_000

/** The texts in place of an offer and of a wallet's button that are being loaded. */
const LOADING = /^(This puts you at …|Loading .+…)$/
const LOADING_TIMEOUT_MS = 10_000

interface TakeStateOptions {
  browser: Browser
  backends: StateBackends
  state: State
  folder: string
}

/**
 * Takes pictures of a state at every size, one after another if each needs a backend of its own.
 */
export async function takeState({
  browser,
  backends,
  state,
  folder,
}: TakeStateOptions): Promise<void> {
  const startedAt = performance.now()
  const take = async ([size, options]: [string, BrowserContextOptions]) => {
    const shown = await openState(browser, await backends.of(state), state, options)
    try {
      await waitUntilStill(shown.page, state)
      await hideFocusOfCelebration(shown.page)
      await keep(await shown.page.screenshot(), join(folder, `${state.name}-${size}.webp`))
    } finally {
      await shown.close()
    }
  }
  const sizes = Object.entries(SIZES)
  if (state.changesServer === true) for (const size of sizes) await take(size)
  else {
    await backends.of(state)
    await Promise.all(sizes.map(take))
  }
  console.log(`✓ ${state.name} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

/** Waits for late parts, for images, and for animations that end. */
async function waitUntilStill(page: Page, { isBrief, hasMotion }: State): Promise<void> {
  const isLasting = isBrief !== true && hasMotion !== true
  if (isLasting) {
    // A state may hold a request back: its page never gets idle.
    await page.waitForLoadState('networkidle', { timeout: IDLE_TIMEOUT_MS }).catch(() => undefined)
    const skeleton = page.locator('[data-loading]').first()
    await skeleton.waitFor({ state: 'hidden', timeout: LOADING_TIMEOUT_MS }).catch(() => undefined)
  }
  await settle(page)
  // Late parts may load something themselves.
  const loading = page.getByText(LOADING).filter({ visible: true }).first()
  if (isLasting && (await loading.isVisible())) {
    await loading.waitFor({ state: 'hidden', timeout: LOADING_TIMEOUT_MS }).catch(() => undefined)
    await settle(page)
  }
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pictures = [...document.images].filter(({ complete }) => !complete)
    await Promise.all(
      pictures.map(
        (picture) => new Promise((resolve) => picture.addEventListener('load', resolve)),
      ),
    )
    // The sky is decoded beside the first paint; a picture may fail to be one.
    await Promise.allSettled([...document.images].map((picture) => picture.decode()))
  })
  await page.waitForTimeout(SETTLING_MS)
}

/** Hides the frame of the keyboard's focus, by which a celebration is held. */
async function hideFocusOfCelebration(page: Page): Promise<void> {
  if ((await findCelebration(page).count()) === 0) return
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('dialog :focus-visible { outline: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

async function keep(png: Buffer, file: string): Promise<void> {
  let quality = BEST_QUALITY
  let webp = await encode(png, quality)
  while (webp.length > MAX_BYTES && quality > 40) {
    quality -= 8
    webp = await encode(png, quality)
  }
  writeFileSync(file, webp)
}

function encode(png: Buffer, quality: number): Promise<Buffer> {
  const picture = sharp(png).resize({ width: MAX_WIDTH, withoutEnlargement: true })
  return picture.webp({ quality, effort: 5, smartSubsample: true }).toBuffer()
}
