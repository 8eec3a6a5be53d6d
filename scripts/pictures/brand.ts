import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

const FAVICON = new URL('../../src/client/public/favicon.svg', import.meta.url)
const FULL_BLEED = new URL('./brand/icon-full-bleed.svg', import.meta.url)
const CARD = new URL('./brand/social-card.svg', import.meta.url)
const SVG_UNITS = 64
const CARD_SIZE = { width: 1200, height: 630 }

/** The mark as a browser, a phone's home screen and a crawler want it, by file name. */
export async function drawIcons(): Promise<Record<string, Buffer>> {
  const favicon = await readFile(FAVICON)
  const fullBleed = await readFile(FULL_BLEED)
  return {
    'favicon.ico': iconFile(await rasterise(favicon, 32)),
    'apple-touch-icon.png': await rasterise(fullBleed, 180),
    'icon-192.png': await rasterise(favicon, 192),
    'icon-512.png': await rasterise(favicon, 512),
    'icon-maskable-512.png': await rasterise(fullBleed, 512),
  }
}

/** The picture that a shared link shows: name and question over the galaxy in `background`. */
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

// An .ico file with one picture in it, itself a PNG: a directory of 6 bytes, an entry of 16, the bytes.
function iconFile(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
