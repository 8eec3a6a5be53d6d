import { setTimeout as pause } from 'node:timers/promises'
import { expect, test as base, type Page } from '@playwright/test'
import { findUnforcedTexts } from '../helpers/browser/page-rules.ts'
import { startLiveServer } from '../helpers/live/live-server.ts'
import { BOARDS } from '../states/boards.ts'
import { openState, type OpenedState } from '../states/open-state.ts'
import { openStateBackend, type StateBackend } from '../states/state-backend.ts'

/** The shortest pause between two messages of the board. */
const DIGEST_MS = 5_000

const test = base.extend<{ visit: () => Promise<OpenedState> }, { backend: StateBackend }>({
  backend: [
    async ({}, provide) => {
      const backend = await openStateBackend({ board: 'right to left' })
      await provide(backend)
      await backend.close()
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser, backend }, provide) => {
    const shown: OpenedState[] = []
    await provide(async () => {
      const visit = await openState(browser, backend, {
        name: 'board',
        board: 'right to left',
        who: 'visitor',
        reach: ({ enter }) => enter(),
      })
      shown.push(visit)
      return visit
    })
    for (const each of shown) await each.close()
  },
})

test('assistive technology meets the donors in their order, each with name and amount', async ({
  visit,
}) => {
  const { page } = await visit()
  await page.getByText('Live', { exact: true }).waitFor()
  const items = await readListItems(page)
  const expected = BOARDS['right to left']().map(({ name, amountCents }) => ({
    name,
    amount: `$${(amountCents / 100).toFixed(2)}`,
  }))
  expect(items).toHaveLength(expected.length)
  for (const [index, { name, amount }] of expected.entries()) {
    const text = items[index] ?? ''
    expect(text).toContain(String(index + 1))
    expect(text.indexOf(name)).toBeGreaterThan(-1)
    expect(text.indexOf(amount)).toBeGreaterThan(-1)
  }
})

test('the language is said, and every name is kept from turning its neighbours round', async ({
  visit,
}) => {
  const { page } = await visit()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  for (const { name } of BOARDS['right to left']()) {
    await expect(page.locator('ol bdi', { hasText: name })).toHaveCount(1)
  }
})

test('forced colours reach every text, and what is a control can still be seen', async ({
  visit,
}) => {
  const { page } = await visit()
  const chosen = page.getByRole('button', { name: '$100', pressed: true })
  await chosen.waitFor()
  await page.emulateMedia({ forcedColors: 'active' })
  // Colours change within a moment.
  await expect.poll(() => findUnforcedTexts(page)).toEqual([])
  const pauseButton = page.getByRole('button', { name: 'Pause live updates' })
  await expect(pauseButton).not.toHaveCSS('border-top-style', 'none')
})

test('twenty changes a second are told in a message every five seconds at most', async ({
  visit,
}) => {
  const { page } = await visit()
  const live = await startLiveServer()
  try {
    await live.change({ id: 'first', amountCents: 500 })
    await page.route('**/api/leaderboard/live*', (route) => route.continue({ url: live.url }))
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.evaluate(noteMessages)
    const startedAt = Date.now()
    for (let count = 0; Date.now() - startedAt < 13_000; count += 1) {
      await live.change({ id: `d${count}`, amountCents: 600 + count, timestamp: Date.now() })
      await pause(50)
    }
    const times = await page.evaluate(() => globalThis.messageTimes)
    expect(times.length).toBeGreaterThan(0)
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(Math.min(DIGEST_MS, ...pauses)).toBeGreaterThanOrEqual(DIGEST_MS - 100)
  } finally {
    await live.close()
  }
})

declare global {
  var messageTimes: number[]
}

/** Runs in the page: records changes of live regions. */
function noteMessages(): void {
  globalThis.messageTimes = []
  new MutationObserver((changes) => {
    const isSaid = changes.some(({ target }) => {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest('[aria-live], [role=status], [role=alert], output')
      return region !== null && region !== undefined && region.getAttribute('aria-live') !== 'off'
    })
    if (isSaid) globalThis.messageTimes.push(performance.now())
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** Returns the texts of the board's items in Chromium's accessibility tree, in its order. */
async function readListItems(page: Page): Promise<string[]> {
  const snapshot = await page.getByRole('region', { name: 'Top Donors' }).ariaSnapshot()
  return snapshot
    .split(/\n(?= *- listitem)/)
    .slice(1)
    .map((item) => item.replaceAll('\\"', '"'))
}
