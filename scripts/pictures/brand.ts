import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

const FAVICON = new URL('../../src/client/public/favicon.svg', import.meta.url)
const TILE = new URL('./brand/icon-tile.svg', import.meta.url)
const MONOCHROME = new URL('./brand/icon-monochrome.svg', import.meta.url)
const FULL_BLEED = new URL('./brand/icon-full-bleed.svg', import.meta.url)
const CARD = new URL('./brand/social-card.svg', import.meta.url)
const SVG_UNITS = 64
const FAVICON_SIZES = [16, 32]
const CARD_SIZE = { width: 1200, height: 630 }

/** Draws the icons for browsers, home screens and crawlers, by file name. */
export async function drawIcons(): Promise<Record<string, Buffer>> {
  const favicon = await readFile(FAVICON)
  const tile = await readFile(TILE)
  const fullBleed = await readFile(FULL_BLEED)
  return {
    'favicon.ico': iconFile(
      FAVICON_SIZES,
      await Promise.all(FAVICON_SIZES.map((size) => rasterise(favicon, size))),
    ),
    'apple-touch-icon.png': await rasterise(fullBleed, 180),
    'icon-192.png': await rasterise(tile, 192),
    'icon-512.png': await rasterise(tile, 512),
    'icon-maskable-192.png': await rasterise(fullBleed, 192),
    'icon-maskable-512.png': await rasterise(fullBleed, 512),
    'icon-monochrome-512.png': await rasterise(await readFile(MONOCHROME), 512),
  }
}

/** Draws the picture of a shared link: name and question over the galaxy in `background`. */
export async function drawSocialCard(background: Buffer): Promise<Buffer> {
  const galaxy = await sharp(background)
    .resize({ ...CARD_SIZE, fit: 'cover', position: 'right top' })
    .toBuffer()
  return await sharp(galaxy)
    .composite([{ input: await readFile(CARD) }])
    .png({ palette: true, colours: 160, dither: 0.6, effort: 10, compressionLevel: 9 })
    .toBuffer()
}

function rasterise(svg: Buffer, size: number): Promise<Buffer> {
  return sharp(svg, { density: (72 * size) / SVG_UNITS })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

// An .ico file of PNGs: a directory of 6 bytes, an entry of 16 for each, then the pictures.
function iconFile(sizes: readonly number[], pngs: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pngs.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pngs.length, 4)
  let offset = head.length
  for (const [i, png] of pngs.entries()) {
    const entry = 6 + 16 * i
    head.writeUInt8(sizes[i] ?? 0, entry)
    head.writeUInt8(sizes[i] ?? 0, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pngs])
}
