import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** A text with too little contrast to its background. */
export interface LowContrastText {
  text: string
  /** The least contrast ratio of WCAG over the text's area. */
  contrast: number
  required: number
}

/**
 * The side of a measured patch, px: about a small letter, so that one star behind it does not count
 * alone.
 */
const PATCH = 8

interface TextOnPicture {
  text: string
  /** The colours of its letters as red, green and blue; several for a gradient. */
  colors: number[][]
  required: number
  box: { x: number; y: number; width: number; height: number }
}

/**
 * Measures the texts named by selectors against the pixels behind them, for pictures and gradients,
 * where axe gives no result. Returns those with too little contrast.
 */
export async function findLowContrastTexts(
  page: Page,
  selectors: string[],
): Promise<LowContrastText[]> {
  const texts = await page.evaluate(readTexts, selectors)
  if (texts.length === 0) return []
  await page.evaluate(hideTexts, true)
  const ground = await decode(await takePicture(page))
  await page.evaluate(hideTexts, false)
  const faint: LowContrastText[] = []
  for (const { text, colors, required, box } of texts) {
    const patches = readPatches(ground, box)
    const contrast = Math.min(
      ...colors.flatMap((color) => patches.map((patch) => contrastOf(color, patch))),
    )
    if (contrast < required) faint.push({ text, contrast, required })
  }
  return faint
}

/** Takes a picture of the window, which is compressed little and so in a fraction of the time. */
async function takePicture(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { optimizeForSpeed: true })
  await devtools.detach()
  return Buffer.from(data, 'base64')
}

/** Runs in the page. */
function readTexts(selectors: string[]): TextOnPicture[] {
  /** The reach of the longest shadow, px. */
  const shade = 48
  const isFixed = (element: Element | null): boolean =>
    element !== null &&
    (/fixed|sticky/.test(getComputedStyle(element).position) || isFixed(element.parentElement))
  const hasShadow = (element: Element) =>
    ['', '::before'].some((part) => getComputedStyle(element, part).boxShadow !== 'none')
  const castsShadow = (element: Element | null): boolean =>
    element !== null &&
    isFixed(element) &&
    (hasShadow(element) || castsShadow(element.parentElement))
  const findShownTexts = (element: Element): Node[] => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
      parentElement?.closest('.visually-hidden')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    )
    const shown: Node[] = []
    while (walker.nextNode()) shown.push(walker.currentNode)
    return shown
  }
  /** Returns the sides between which a text is seen: those of the window, or of what cuts it. */
  const findClip = (element: Element | null): { left: number; right: number } => {
    if (element === null) return { left: 0, right: innerWidth }
    const around = findClip(element.parentElement)
    if (getComputedStyle(element).overflowX === 'visible') return around
    const { left, right } = element.getBoundingClientRect()
    return {
      left: Math.max(around.left, Math.ceil(left)),
      right: Math.min(around.right, Math.floor(right)),
    }
  }
  /** The box of a text that begins in the midst of a line has the words before it, too. */
  const markMeasured = (element: HTMLElement, isInline: boolean): void => {
    const marked = isInline ? (element.parentElement ?? element) : element
    marked.dataset['measuredText'] = ''
  }
  const elements = selectors.flatMap((selector) => {
    const element = document.querySelector(selector)
    return element instanceof HTMLElement ? [element] : []
  })
  return elements.flatMap((element) => {
    const { color, backgroundImage, fontSize, fontWeight, ...style } = getComputedStyle(element)
    markMeasured(element, style.display === 'inline')
    const isClipped = style.backgroundClip === 'text'
    if (isClipped) element.dataset['clippedText'] = ''
    const ranges = findShownTexts(element).map((shown) => {
      const range = document.createRange()
      range.selectNodeContents(shown)
      return range.getBoundingClientRect()
    })
    // A part that is not displayed has no box.
    const boxes = ranges.filter(({ width }) => width > 0)
    const side = findClip(element)
    const x = Math.max(side.left, Math.ceil(Math.min(...boxes.map(({ left }) => left))))
    const y = Math.max(0, Math.ceil(Math.min(...boxes.map(({ top }) => top))))
    const width = Math.min(side.right, Math.floor(Math.max(...boxes.map((b) => b.right)))) - x
    const height = Math.min(innerHeight, Math.floor(Math.max(...boxes.map((b) => b.bottom)))) - y
    if (!(width >= 1 && height >= 1)) return []
    // An element that covers a part of it, such as a fixed bar, is not its background.
    const findFront = (level: number) => document.elementFromPoint(x + width / 2, level)
    const isCovered = [y + 1, y + height / 2, y + height - 1].some((level) => {
      const front = findFront(level)
      return front === null || !(element.contains(front) || front.contains(element))
    })
    // Nor is the shadow of a bar that the text has half scrolled below.
    const isShaded = [y - shade, y + height + shade].some((level) => castsShadow(findFront(level)))
    if (isCovered || (isShaded && !isFixed(element))) return []
    const size = Number.parseFloat(fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
    const colors = [...(isClipped ? backgroundImage : color).matchAll(/rgba?\(([^)]+)\)/g)]
    return {
      text: element.textContent.slice(0, 60),
      colors: colors.map(([, channels = '']) =>
        channels
          .split(/[ ,/]+/)
          .slice(0, 3)
          .map(Number),
      ),
      required: isLarge ? 3 : 4.5,
      box: { x, y, width, height },
    }
  })
}

/**
 * Hides the measured texts alone: with all others, the browser would style and paint the whole page
 * twice. Runs in the page, whose policy allows no other styles than those made by a script.
 */
function hideTexts(hidden: boolean): void {
  if (!hidden) {
    document.adoptedStyleSheets.pop()
    for (const element of document.querySelectorAll<HTMLElement>('[data-measured-text]')) {
      delete element.dataset['measuredText']
    }
    return
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    [data-measured-text], [data-measured-text] *, [data-measured-text]::before,
    [data-measured-text]::after, [data-measured-text] ::before, [data-measured-text] ::after {
      color: transparent !important; text-shadow: none !important;
      -webkit-text-fill-color: transparent !important; caret-color: transparent !important;
      transition: none !important }
    [data-clipped-text] { background: none !important }`)
  document.adoptedStyleSheets.push(sheet)
}

/** A decoded picture: three bytes per pixel, row by row. */
interface Picture {
  data: Buffer
  info: { width: number }
}

function decode(picture: Buffer): Promise<Picture> {
  return sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

/** Returns the mean colours of letter-sized patches, which together cover the box. */
function readPatches(picture: Picture, { x, y, width, height }: TextOnPicture['box']): number[][] {
  return splitEvenly(y, height).flatMap((rows) =>
    splitEvenly(x, width).map((columns) => readMean(picture, columns, rows)),
  )
}

/** Splits a length into parts of about a patch's side, each as its first pixel and its end. */
function splitEvenly(start: number, length: number): [start: number, end: number][] {
  const count = Math.max(1, Math.floor(length / PATCH))
  const at = (part: number) => start + Math.round((part * length) / count)
  return Array.from({ length: count }, (_, part) => [at(part), at(part + 1)])
}

function readMean(
  { data, info: { width } }: Picture,
  [left, right]: [number, number],
  [top, bottom]: [number, number],
): number[] {
  const sums: [number, number, number] = [0, 0, 0]
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * width + left) * 3; at < (y * width + right) * 3; at += 3) {
      sums[0] += data[at] ?? 0
      sums[1] += data[at + 1] ?? 0
      sums[2] += data[at + 2] ?? 0
    }
  }
  const pixels = (right - left) * (bottom - top)
  return sums.map((sum) => sum / pixels)
}

function contrastOf(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns the relative luminance by WCAG 2. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
