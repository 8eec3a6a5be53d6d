import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { launchBrowser } from '#tests/helpers/browser/launch.ts'
import { waitForMotion } from '#tests/helpers/browser/row-motion.ts'
import setUpSqlite from '#tests/helpers/databases/sqlite-setup.ts'
import { startLiveServer } from '#tests/helpers/live/live-server.ts'
import { OVERTAKE_BOARD, OVERTAKES } from '#tests/helpers/live/overtakes.ts'
import { openState } from '#tests/states/open-state.ts'
import { openStateBackend } from '#tests/states/state-backend.ts'
import type { StateSetup } from '#tests/states/state.ts'

/*
 * Films every kind of overtake on the real page, and lays the frames out as a contact sheet, one
 * line for each overtake. `node scripts/film.ts [FILE]`
 */

const file = resolve(process.argv[2] ?? 'test-results/overtakes.webp')

/** The times of the frames, ms. */
const FRAMES = [0, 60, 140, 260, 420, 640, 900]

/** The factor by which animations are slowed down: taking a picture takes time. */
const SLOWDOWN = 6

const VIEWPORT = { width: 1440, height: 900 }
const FRAME_WIDTH = 480

const browser = await launchBrowser()
const removeTemplate = await setUpSqlite()
const live = await startLiveServer()
await live.change(...OVERTAKE_BOARD)
const backend = await openStateBackend({ board: 'empty' })
const shown = await openState(
  browser,
  backend,
  { name: 'film', board: 'empty', who: 'donor', hasMotion: true, reach },
  { viewport: VIEWPORT },
)
const lines: Buffer[][] = []
for (const { name, changes } of OVERTAKES) {
  console.log(name)
  lines.push(await film(shown.page, () => live.change(...changes)))
}
await save(lines)
await shown.close()
await backend.close()
await live.close()
removeTemplate()
await browser.close()
console.log(file)

async function reach({ page, enter }: StateSetup): Promise<void> {
  await page.route('**/api/leaderboard/live*', (route) => route.continue({ url: live.url }))
  await enter()
  await page.locator('li[data-donation]').first().waitFor()
  await page.getByRole('heading', { name: 'Claim your place' }).waitFor()
}

/** Takes the frames of one overtake, at the times that its animations have reached. */
async function film(page: Page, change: () => Promise<void>): Promise<Buffer[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 / SLOWDOWN })
  const started = waitForMotion(page, true)
  await change()
  await started
  const startedAt = performance.now()
  const frames: Buffer[] = []
  for (const time of FRAMES) {
    await page.waitForTimeout(Math.max(0, time * SLOWDOWN - (performance.now() - startedAt)))
    frames.push(await page.screenshot())
  }
  await session.send('Animation.setPlaybackRate', { playbackRate: 1 })
  await session.detach()
  await page.waitForTimeout(2_000)
  return frames
}

async function save(frames: readonly Buffer[][]): Promise<void> {
  const height = Math.round((FRAME_WIDTH * VIEWPORT.height) / VIEWPORT.width)
  const pictures = await Promise.all(
    frames.flatMap((line, row) =>
      line.map(async (frame, column) => ({
        input: await sharp(frame).resize(FRAME_WIDTH).toBuffer(),
        left: column * FRAME_WIDTH,
        top: row * height,
      })),
    ),
  )
  const size = { width: FRAMES.length * FRAME_WIDTH, height: frames.length * height }
  mkdirSync(dirname(file), { recursive: true })
  await sharp({ create: { ...size, channels: 3, background: '#000' } })
    .composite(pictures)
    .webp({ quality: 70 })
    .toFile(file)
}
