import type { Page } from '@playwright/test'
import { expect, test } from '../helpers/browser/live-board.ts'

const amountCents = 123_456

/** A tie of long names, two of them with messages, and rows below it. */
const DONATIONS = [
  { id: 'a', amountCents, name: 'Wolfeschlegelsteinhausenbergerdorff', message: 'For all' },
  { id: 'b', amountCents, name: 'Maria da Conceição dos Santos' },
  { id: 'c', amountCents, name: 'فاطمة الزهراء', message: 'Alles Gute und viel Erfolg!' },
]

const ROWS = [4, 5, 6].map((place) => ({ id: `d${place}`, amountCents: 5_000 - place }))

/** Returns the boxes of each place's sun and texts, of the first row, and of the list. */
function measurePodium(page: Page) {
  return page.evaluate(() => {
    const toBox = (element: Element | null | undefined) => {
      if (!element) throw new Error('A part of the podium is missing.')
      const { top, bottom, left, right, height } = element.getBoundingClientRect()
      return { text: element.textContent, top, bottom, left, right, height }
    }
    const list = document.querySelector('ol:has(> [data-place])')
    const places = [...document.querySelectorAll('li[data-place]')].map((place) =>
      [...place.querySelectorAll(':scope > :not([data-light])')].map(toBox),
    )
    return { places, row: toBox(list?.querySelector('li[value="4"]')), list: toBox(list) }
  })
}

for (const { title, width, set } of [
  { title: 'on a phone', width: 390, set: '' },
  { title: 'on the smallest phone', width: 320, set: '' },
  { title: 'right to left', width: 320, set: 'dir' },
  { title: 'with text at 200 %', width: 390, set: 'text' },
]) {
  test(`names, ties and messages have room on the podium ${title}`, async ({ openLiveBoard }) => {
    const viewport = { width, height: 844 }
    const donations = [...DONATIONS, ...ROWS]
    const { page } = await openLiveBoard({ who: 'visitor', donations, viewport })
    await page.evaluate((what) => {
      if (what === 'dir') document.documentElement.dir = 'rtl'
      if (what === 'text') document.documentElement.style.fontSize = '200%'
    }, set)
    // The podium is laid out anew some frames after such a change.
    await expect(async () => expectRoom(await measurePodium(page))).toPass()
  })
}

/** Expects that each place has its sun and texts one below the other, in the list and above its rows. */
function expectRoom({ places, row, list }: Awaited<ReturnType<typeof measurePodium>>): void {
  expect(places).toHaveLength(3)
  for (const boxes of places) {
    expect(boxes).toHaveLength(4)
    for (const box of boxes) {
      expect(box.height, box.text).toBeGreaterThan(14)
      expect(box.left, box.text).toBeGreaterThanOrEqual(list.left - 1)
      expect(box.right, box.text).toBeLessThanOrEqual(list.right + 1)
      expect(box.bottom, box.text).toBeLessThanOrEqual(row.top)
    }
    const [name, amount, when] = boxes.slice(1)
    expect(name?.bottom).toBeLessThanOrEqual((amount?.top ?? 0) + 1)
    expect(amount?.bottom).toBeLessThanOrEqual((when?.top ?? 0) + 1)
  }
}

test('a lost connection moves nothing in the header', async ({ openLiveBoard }) => {
  const { page } = await openLiveBoard({ who: 'visitor', donations: DONATIONS })
  const pill = page.getByText('Live', { exact: true })
  await pill.waitFor()
  // Texts are wider in one font than in another.
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const measure = () =>
    page.evaluate(() => {
      const parts =
        'h2, h2 + p, section dl, section header button, section header div:has(> button)'
      return [...document.querySelectorAll(parts)].map((part) =>
        JSON.stringify(part.getBoundingClientRect()),
      )
    })
  // As the page does: a new element for each status.
  const show = (text: string, status: string) =>
    page.locator('p[data-status]').evaluate(
      (shown, next) => {
        const replacement = shown.cloneNode(true)
        if (!(replacement instanceof HTMLElement)) return
        replacement.dataset['status'] = next.status
        replacement.querySelector('span')?.replaceChildren(next.text)
        shown.replaceWith(replacement)
      },
      { text, status },
    )
  for (const width of [320, 360, 390, 412, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    // Again and again: Chromium may lay out by the former size of a container at first.
    const findMoved = async () => {
      await show('Reconnecting', 'connecting')
      const connecting = await measure()
      await show('Live', 'live')
      const live = await measure()
      return connecting.filter((box, index) => box !== live[index])
    }
    await expect.poll(findMoved, `${width} px wide`).toEqual([])
  }
})

/** Returns the texts of the podium that are shown, and that the closed sheet cuts or hides. */
function findCutLines(page: Page) {
  return page.evaluate(() => {
    const sheet = document.querySelector('#donate')?.getBoundingClientRect().top ?? Infinity
    return [...document.querySelectorAll('li[data-place] > :not([data-light], [data-body])')]
      .filter((line) => Number(getComputedStyle(line).opacity) > 0)
      .filter((line) => line.getBoundingClientRect().bottom > sheet)
      .map((line) => line.textContent)
  })
}

for (const [width, height] of [
  [320, 568],
  [390, 844],
] as const) {
  test(`a closed sheet cuts no line of the podium at ${width} × ${height}`, async ({
    openLiveBoard,
  }) => {
    const donations = [...DONATIONS, ...ROWS]
    const viewport = { width, height }
    const { page } = await openLiveBoard({ who: 'donor', donations, viewport })
    await page.getByRole('button', { name: 'Change the amount' }).waitFor()
    await expect(page.locator('li[data-place="1"]').getByText('$1,234.56')).toBeInViewport()
    for (const lower of [0, 20, 40, 60, 80]) {
      await page.setViewportSize({ width, height: height - lower })
      await expect.poll(() => findCutLines(page), `${lower} px lower`).toEqual([])
    }
  })
}
