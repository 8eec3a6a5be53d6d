import { fileURLToPath } from 'node:url'
import type { Scene } from './scene.ts'
import { CARD } from './scene.ts'
import { typeset } from './typeset.ts'

// The palette makes a PNG a third as large; more effort takes three times as long for a tenth of
// that.
const PNG = { palette: true, colours: 256, dither: 0.9, effort: 3, compressionLevel: 8 } as const

/** Renders a card as PNG, outside the event loop. */
export async function paint({ background, shapes, lines }: Scene): Promise<Buffer> {
  // Loaded with the first card, so that it takes no memory before.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}"
    height="${CARD.height}">${shapes}</svg>`
  const texts = []
  for (const line of lines) texts.push(await typeset(sharp, line))
  return sharp(
    fileURLToPath(
      import.meta.resolve(`#files/src/server/features/sharing/pictures/${background}.webp`),
    ),
  )
    .composite([{ input: Buffer.from(drawing) }, ...texts])
    .png(PNG)
    .toBuffer()
}
