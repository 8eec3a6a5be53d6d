import type { Page } from '@playwright/test'
import { leaderboardPageSchema } from '#contract/leaderboard.ts'
import { expect, test } from '../helpers/browser/e2e.ts'
import { enter } from '../helpers/browser/visitor.ts'
import { publishCampaign } from '../helpers/server/publish-campaign.ts'
import { openState } from '../states/open-state.ts'
import type { State } from '../states/state.ts'
import { openStateBackend } from '../states/state-backend.ts'

type Paper = NonNullable<Parameters<Page['pdf']>[0]>

/** Returns the number of sheets that the page takes on this paper. */
async function countSheets(page: Page, paper: Paper): Promise<number> {
  const sheets = (await page.pdf(paper)).toString('latin1')
  return [...sheets.matchAll(/\/Type\s*\/Page\b/g)].length
}

/** Shows what paper has. */
async function emulatePaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => void dispatchEvent(new Event('beforeprint')))
}

/** Returns the texts that are smaller than 9 pt. */
function findSmallTexts(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const small: string[] = []
  while (texts.nextNode()) {
    const { parentElement: element, textContent } = texts.currentNode
    if (!element?.checkVisibility() || element.closest('.visually-hidden')) continue
    const isText = textContent !== null && textContent.trim() !== ''
    if (isText && Number.parseFloat(getComputedStyle(element).fontSize) < 12)
      small.push(textContent)
  }
  return small
}

/** Returns the lines of the podium that would come and go with scrolling. */
function findAnimatedLines(): string[] {
  const lines = [...document.querySelectorAll('li[data-place] > :not([data-light])')]
  const animated = lines.filter((line) => getComputedStyle(line).animationName !== 'none')
  return animated.map((line) => line.textContent)
}

test('paper has the board alone, on one sheet', async ({ page }) => {
  await enter(page)
  expect(await countSheets(page, { format: 'A4' })).toBe(1)
  await emulatePaper(page)
  await expect(page.getByText(String(new Date().getFullYear()))).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Top Donors' })).toBeVisible()
  for (const control of await page.getByRole('button').all()) await expect(control).toBeHidden()
})

/** The lowest sheet with usual margins, and the narrowest with wide ones. */
const PAPERS = [
  { format: 'Letter', side: '0.4in' },
  { format: 'A4', side: '1in' },
].map(({ format, side }) => ({
  format,
  margin: { top: side, right: side, bottom: side, left: side },
}))

/** What a window shows is laid out by its width and by who is signed in. */
const VISITS = [
  { who: 'visitor', width: 390 },
  { who: 'donor', width: 390 },
  { who: 'donor', width: 1440 },
] as const

test('a long board takes two sheets, in letters of 9 pt at least', async ({ browser }) => {
  const backend = await openStateBackend({ board: 'neighbours' })
  await publishCampaign(await backend.host(), {
    title: 'Lakeside Animal Shelter',
    cause:
      'a new roof for the winter quarters of the Lakeside Animal Shelter, before the first snow',
    host: 'Mara Lindqvist and the friends of the shelter',
  })
  for (const { who, width } of VISITS) {
    const state: State = {
      name: 'paper',
      board: 'neighbours',
      who,
      reach: ({ enter: open }) => open(),
    }
    const options = { viewport: { width, height: 844 } }
    const { page, close } = await openState(browser, backend, state, options)
    await page.getByText('Live', { exact: true }).waitFor()
    if (who === 'donor') await page.getByRole('button', { name: 'Donate with Stripe' }).waitFor()
    const counts = []
    for (const paper of PAPERS) counts.push(await countSheets(page, paper))
    expect(counts, `${who}, ${width} px`).toEqual(PAPERS.map(() => 2))
    await emulatePaper(page)
    await expect(page.locator('ol > li').nth(49)).toBeVisible()
    expect(await page.evaluate(findSmallTexts)).toEqual([])
    expect(await page.evaluate(findAnimatedLines)).toEqual([])
    await close()
  }
  await backend.close()
})

/** Returns the rows that a mark is drawn over, as of one that was shared. */
function findMarkedRows(): string[] {
  const rows = [...document.querySelectorAll('li[data-donation]')]
  const marked = rows.filter((row) => {
    const { content, display } = getComputedStyle(row, '::after')
    return content !== 'none' && content !== '""' && display !== 'none'
  })
  return marked.map((row) => row.textContent)
}

/** Returns the offers to take a place that are shown. */
const findOffers = (page: Page) => page.getByText(/^Take #/).filter({ visible: true })

const LINKS = [
  { who: 'visitor', width: 390, position: 7 },
  { who: 'donor', width: 390, position: 2 },
  { who: 'donor', width: 1440, position: 331 },
] as const

test('a shared link takes two sheets at most, and none of its marks', async ({ browser }) => {
  const backend = await openStateBackend({ board: 'neighbours' })
  const answer = await fetch(`${backend.server.url}/api/leaderboard?limit=500`)
  const { entries } = leaderboardPageSchema.parse(await answer.json())
  for (const { who, width, position } of LINKS) {
    const reach: State['reach'] = async ({ page }) => {
      await page.goto(`/?donation=${entries[position - 1]?.id}`)
      await page.getByText('Live', { exact: true }).waitFor()
    }
    const state: State = { name: 'paper of a link', board: 'neighbours', who, reach }
    const options = { viewport: { width, height: 844 } }
    const { page, close } = await openState(browser, backend, state, options)
    await expect(findOffers(page).first()).toBeVisible()
    // The board shows the first fifty rows.
    const marks = position <= 50 ? 1 : 0
    await expect.poll(() => page.evaluate(findMarkedRows)).toHaveLength(marks)
    for (const paper of PAPERS) {
      const sheets = await countSheets(page, paper)
      expect(sheets, `#${position} on ${paper.format}`).toBeLessThanOrEqual(2)
    }
    await emulatePaper(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${position}.`)
    await expect(page.getByRole('heading', { name: 'Top Donors' })).toBeVisible()
    expect(await page.evaluate(findMarkedRows)).toEqual([])
    expect(await page.evaluate(findSmallTexts)).toEqual([])
    await expect(findOffers(page)).toHaveCount(0)
    await close()
  }
  await backend.close()
})
