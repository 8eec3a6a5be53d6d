import { fileURLToPath } from 'node:url'
import type sharpModule from 'sharp'
import type { OverlayOptions } from 'sharp'
import type { Line } from './scene.ts'

type SharpModule = typeof sharpModule

/**
 * The bar before each text. libvips crops a text's picture to its ink, so that the baseline is
 * unknown. An invisible bar higher than any letter gives all pictures of a font size the same
 * height. Its measures are those of Space Grotesk, as parts of the font size; `reach` is the
 * distance from the bar's ink to the beginning of the text.
 */
const BAR = { text: '|', scale: 1.6, ascent: 0.806, reach: { Medium: 0.176, Bold: 0.192 } }

const FONT_FILES = {
  Medium: fontFile('space-grotesk-medium.ttf'),
  Bold: fontFile('space-grotesk-bold.ttf'),
}

const ELLIPSIS = '…'

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Renders a line as a picture, with its position on the card. */
export async function typeset(sharp: SharpModule, wanted: Line): Promise<OverlayOptions> {
  const line = await fit(sharp, wanted)
  const { data, info } = await render(sharp, line)
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true })
  const barReach = barReachOf(line)
  const width = info.width - barReach
  const shift = { start: 0, middle: width / 2, end: width }[line.anchor]
  return {
    input: data,
    left: Math.round(line.x - shift - barReach),
    top: Math.round(line.baseline - line.size * BAR.scale * BAR.ascent),
  }
}

/** Returns the line in the largest size that fits, shortened if `minSize` is too wide. */
async function fit(sharp: SharpModule, line: Line): Promise<Line> {
  const width = await measure(sharp, line)
  if (width <= line.maxWidth) return line
  const size = Math.floor((line.size * line.maxWidth) / width)
  if (size >= line.minSize) return { ...line, size }
  return shorten(sharp, { ...line, size: line.minSize })
}

/** Cuts the text to as many graphemes as fit before an ellipsis. */
async function shorten(sharp: SharpModule, line: Line): Promise<Line> {
  const all = Array.from(graphemes.segment(line.text), ({ segment }) => segment)
  const cutAt = (length: number): Line => ({
    ...line,
    text: all.slice(0, length).join('').trimEnd() + ELLIPSIS,
  })
  let low = 0
  let high = all.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((await measure(sharp, cutAt(middle))) <= line.maxWidth) low = middle
    else high = middle - 1
  }
  return cutAt(low)
}

async function measure(sharp: SharpModule, line: Line): Promise<number> {
  const { width } = await render(sharp, line).metadata()
  return width - barReachOf(line)
}

function render(sharp: SharpModule, { text, size, weight, colour }: Line) {
  const bar = `<span size="${Math.round(BAR.scale * 100)}%" alpha="1">${BAR.text}</span>`
  return sharp({
    text: {
      text: `<span foreground="${colour}">${LEFT_TO_RIGHT}${bar}${isolate(escapeMarkup(text))}</span>`,
      font: `Space Grotesk ${weight} ${size}`,
      fontfile: FONT_FILES[weight],
      dpi: PIXELS,
      rgba: true,
    },
  })
}

/** The resolution at which a point is a pixel. */
const PIXELS = 72

/** Keeps the bar on the left whatever the direction of the text. */
const LEFT_TO_RIGHT = '\u200e'

function isolate(text: string): string {
  return `\u2068${text}\u2069`
}

/** Escapes a text for Pango markup, see https://docs.gtk.org/Pango/pango_markup.html. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function barReachOf({ size, weight }: Line): number {
  return Math.round(size * BAR.scale * BAR.reach[weight])
}

function fontFile(name: string): string {
  return fileURLToPath(import.meta.resolve(`#files/src/server/features/sharing/fonts/${name}`))
}
