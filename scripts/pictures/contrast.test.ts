import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { landscape, portrait, tablet, type Composition } from '#client/features/sky/compositions.ts'
import { drawGrain } from './grain.ts'
import { luminanceOf } from './luminance.ts'
import { colorOf, PALETTE_NAMES, tintOf } from './palettes.ts'

const ASSETS = new URL('../../src/client/assets/', import.meta.url)
/**
 * The side of a measured patch, CSS pixels: about a small letter, so that one star behind it does
 * not count alone.
 */
const PATCH = 8
const REM = 16

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Layout {
  name: string
  width: number
  height: number
  file: string
  composition: Composition
}

const PHONE = { file: 'galaxy-portrait-1242.avif', composition: portrait }
const TABLET = { file: 'galaxy-tablet-1540.avif', composition: tablet }
const DESKTOP = { file: 'galaxy-2560.avif', composition: landscape }

const LAYOUTS: Layout[] = [
  { name: 'the narrowest phone', width: 320, height: 568, ...PHONE },
  { name: 'a phone', width: 390, height: 844, ...PHONE },
  { name: 'a phone on its side', width: 844, height: 390, ...DESKTOP },
  { name: 'a small tablet', width: 640, height: 960, ...TABLET },
  { name: 'a tablet', width: 820, height: 1180, ...TABLET },
  { name: 'a tablet on its side', width: 1024, height: 768, ...DESKTOP },
  { name: 'a laptop', width: 1440, height: 900, ...DESKTOP },
  { name: 'a laptop at twice the size', width: 720, height: 450, ...DESKTOP },
  { name: 'a large screen', width: 2560, height: 1440, ...DESKTOP },
]

describe.each(PALETTE_NAMES)('the sky of %s behind the text', (palette) => {
  it.each(LAYOUTS)('leaves the headline readable on $name', async (layout) => {
    const lines = headlineOf(layout).map((line) =>
      leastContrast(layout, line, { palette, text: 'ink' }),
    )
    expect(Math.min(...(await Promise.all(lines)))).toBeGreaterThan(4.5)
  })

  it.each(LAYOUTS)('bears secondary text under the panels on $name', async (layout) => {
    const everywhere = { left: 0, top: 0, right: layout.width, bottom: layout.height }
    const look = { palette, text: 'muted', panel: 0.8 }
    expect(await leastContrast(layout, everywhere, look)).toBeGreaterThan(4.5)
  })
})

describe('the grain', () => {
  it('leaves no stretch of darkness flat, where bands would show', async () => {
    const dark = await sharp(fileURLToPath(new URL('galaxy-1920.avif', ASSETS)))
      .extract({ left: 0, top: 600, width: 512, height: 384 })
      .composite([{ input: await drawGrain(), tile: true }])
      .removeAlpha()
      .raw()
      .toBuffer()
    expect(shareOfFlatBlocks(dark, 512)).toBe(0)
  })
})

/** Returns the share of 8 × 8 pixel blocks that have one colour. */
function shareOfFlatBlocks(pixels: Buffer, width: number): number {
  const height = pixels.length / 3 / width
  let flat = 0
  for (let y = 0; y < height; y += 8) {
    for (let x = 0; x < width; x += 8) {
      const blues = Array.from(
        { length: 64 },
        (_, i) => pixels[((y + (i >> 3)) * width + x + (i & 7)) * 3 + 2],
      )
      if (new Set(blues).size === 1) flat++
    }
  }
  return (flat * 64) / (width * height)
}

/**
 * Returns the boxes of the headline in hero.module.css, under a header of one line: 'Think you can
 * conquer / the leaderboard?', or three lines if the first does not fit.
 */
function headlineOf({ width, height }: Layout): Box[] {
  const rem = Math.min(1.5 * REM, Math.max(REM, 0.55 * REM + 0.005 * width))
  const size = Math.min(3.875 * rem, Math.max(34, 1.35 * rem + 0.031 * width))
  const pageWidth = (width >= 1280 && width * 3 >= height * 4 ? 96 : 76) * rem
  const inset = Math.max(
    Math.min(2 * rem, Math.max(rem, 0.04 * width)),
    (width - pageWidth) / 2 + 2 * rem,
  )
  const room = width - 2 * inset
  const lengths = room < 10.2 * size ? [room, room, room] : [10.2 * size, 7.7 * size]
  return lengths.map((length, line) => ({
    left: inset,
    top: 5.75 * rem + line * size,
    right: inset + length,
    bottom: 7 * rem + (line + 1) * size,
  }))
}

interface Look {
  palette: string
  /** The token of the text's colour. */
  text: string
  /** The opacity of the panel over the sky. */
  panel?: number
}

/** Returns the least contrast of a text colour to the brightest patch of a zone (CSS pixels). */
async function leastContrast(layout: Layout, zone: Box, look: Look): Promise<number> {
  const { palette, text, panel = 0 } = look
  const darkest = colorOf(palette, 'void')
  const tint = tintOf(palette)
  const columns = Math.floor(layout.width / PATCH)
  const { data, rows } = await shownPicture(layout, columns)
  let brightest = 0
  for (let row = Math.floor(zone.top / PATCH); row < Math.min(rows, zone.bottom / PATCH); row++) {
    for (let column = Math.floor(zone.left / PATCH); column < zone.right / PATCH; column++) {
      const open = (1 - shadeAt(layout, (column + 0.5) * PATCH, (row + 0.5) * PATCH)) * (1 - panel)
      const at = (row * columns + column) * 3
      const shown = tint(data.subarray(at, at + 3))
      const patch = darkest.map((dark, channel) => dark + ((shown[channel] ?? 0) - dark) * open)
      brightest = Math.max(brightest, luminanceOf(patch))
    }
  }
  return (luminanceOf(colorOf(palette, text)) + 0.05) / (brightest + 0.05)
}

const pictures = new Map<Layout, ReturnType<typeof showPicture>>()

/** Returns the part of the picture that the window shows, one pixel per patch. */
function shownPicture(layout: Layout, columns: number): ReturnType<typeof showPicture> {
  return pictures.getOrInsertComputed(layout, () => showPicture(layout, columns))
}

async function showPicture({ file, height }: Layout, columns: number) {
  const rows = Math.floor(height / PATCH)
  const data = await sharp(fileURLToPath(new URL(file, ASSETS)))
    .resize(columns, rows, { fit: 'cover', position: 'top', kernel: 'linear' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return { data, rows }
}

/**
 * Returns the opacity of the dark gradients at a point: those of `.sky::after` in styles.css,
 * without the one that darkens the lower part.
 */
function shadeAt({ width, height }: Layout, x: number, y: number): number {
  const isUpright = height > width
  if (isUpright && width > 352 && width < 640) {
    if (y < 10.5 * REM) return 0.6 - (0.1 * y) / (10.5 * REM)
    return 0.5 - 0.42 * clamp((y - 10.5 * REM) / (2.5 * REM))
  }
  if (width < 960 && !(isUpright && width >= 640)) return 0.62
  const end = isUpright ? 0.77 : 0.58
  const aside = 0.72 * (1 - clamp((along100Degrees({ width, height }, x, y) - 0.08) / (end - 0.08)))
  const above = 0.55 * (1 - clamp(y / (9 * REM)))
  return 1 - (1 - aside) * (1 - above)
}

/** Returns the position along CSS's gradient line for that angle, from 0 to 1. */
function along100Degrees(
  { width, height }: { width: number; height: number },
  x: number,
  y: number,
) {
  const angle = (100 / 180) * Math.PI
  const length = Math.abs(width * Math.sin(angle)) + Math.abs(height * Math.cos(angle))
  const way = (x - width / 2) * Math.sin(angle) - (y - height / 2) * Math.cos(angle)
  return way / length + 0.5
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}
