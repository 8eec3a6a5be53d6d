// Takes the do's and don'ts of docs/design.md from the real page: node scripts/pictures/examples.ts
// The page must have been built.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { launchBrowser } from '#tests/helpers/browser/launch.ts'
import { STATES } from '#tests/states/catalogue.ts'
import { openState } from '#tests/states/open-state.ts'
import { openStateBackend } from '#tests/states/state-backend.ts'

interface Example {
  name: string
  /** The part to show, CSS pixels in a window of 1440 by 900. */
  clip: { x: number; y: number; width: number; height: number }
  /** The styles that show what not to do. */
  wrong?: string
}

const FOLDER = join(import.meta.dirname, '../../docs/design')
const WIDTH = 640

const HERO = { x: 120, y: 70, width: 1200, height: 300 }
const PODIUM = { x: 150, y: 460, width: 1140, height: 420 }
const ROWS = { x: 150, y: 700, width: 700, height: 195 }

const EXAMPLES: Example[] = [
  { name: 'core-beside-text', clip: HERO },
  {
    name: 'core-under-text',
    clip: HERO,
    wrong: '.sky img { scale: -1 1; translate: 0 -4rem } .sky::after { display: none }',
  },
  { name: 'gold-once', clip: PODIUM },
  {
    name: 'gold-everywhere',
    clip: PODIUM,
    wrong: '[data-donation] [class*="amount"] { color: var(--gold) !important }',
  },
  { name: 'quiet-rows', clip: ROWS },
  {
    name: 'neon-rows',
    clip: ROWS,
    wrong: `[data-donation] { box-shadow: 0 0 18px var(--violet), 0 0 2px var(--cyan) inset !important; contain: none !important }`,
  },
]

await mkdir(FOLDER, { recursive: true })
const board = STATES.find(({ name }) => name === 'board')
if (!board) throw new Error('The state of a full board is needed.')
const browser = await launchBrowser()
const backend = await openStateBackend(board)
try {
  const viewport = { width: 1440, height: 900 }
  const shown = await openState(browser, backend, board, { viewport })
  for (const example of EXAMPLES) await take(shown.page, example)
  await shown.close()
} finally {
  await browser.close()
  await backend.close()
}

async function take(page: Page, { name, clip, wrong = '' }: Example): Promise<void> {
  await page.evaluate(wear, wrong)
  await sharp(await page.screenshot({ clip }))
    .resize(WIDTH)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
}

// Runs in the page, whose policy lets no other style in than one made by a script.
async function wear(css: string): Promise<void> {
  const style = new CSSStyleSheet()
  await style.replace(css)
  document.adoptedStyleSheets = [style]
}
