import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

const ASSETS = new URL('../../src/client/assets/', import.meta.url)
const INK = '#f5f3ff'
const MUTED = '#bdb6de'
const VOID = [5, 4, 13] as const
// About the size of a small letter, in pixels of the picture: a single star behind one does not hide it.
const PATCH = 16

interface Zone {
  left: number
  top: number
  right: number
  bottom: number
}

describe('the galaxy behind the text', () => {
  it('is dark enough for secondary text to the left of the galaxy in the landscape', async () => {
    const left = { left: 0, top: 0, right: 0.45, bottom: 0.5 }
    expect(await leastContrast('galaxy-2560.avif', left, MUTED)).toBeGreaterThan(4.5)
  })

  it('is dark enough for secondary text where the phone shows its header', async () => {
    const header = { left: 0, top: 0, right: 1, bottom: 0.09 }
    expect(await leastContrast('galaxy-portrait-828.avif', header, MUTED)).toBeGreaterThan(4.5)
  })

  it("is dark enough for the phone's headline under a scrim of four tenths", async () => {
    const headline = { left: 0, top: 0.09, right: 1, bottom: 0.21 }
    const contrast = await leastContrast('galaxy-portrait-828.avif', headline, INK, 0.4)
    expect(contrast).toBeGreaterThan(4.5)
  })

  it.each(['galaxy-2560.avif', 'galaxy-portrait-828.avif'])(
    'bears secondary text anywhere on %s under the panel',
    async (file) => {
      const everywhere = { left: 0, top: 0, right: 1, bottom: 1 }
      expect(await leastContrast(file, everywhere, MUTED, 0.82)).toBeGreaterThan(4.5)
    },
  )
})

/** Of a text colour against the brightest patch of a zone, given in shares of the sides. `scrim` is the opacity of the void laid over it. */
async function leastContrast(file: string, zone: Zone, text: string, scrim = 0): Promise<number> {
  const picture = sharp(fileURLToPath(new URL(file, ASSETS)))
  const { width, height } = await picture.metadata()
  const size = {
    width: Math.floor((zone.right - zone.left) * width),
    height: Math.floor((zone.bottom - zone.top) * height),
  }
  const pixels = await picture
    .extract({ left: Math.floor(zone.left * width), top: Math.floor(zone.top * height), ...size })
    .resize(Math.floor(size.width / PATCH), Math.floor(size.height / PATCH), { kernel: 'linear' })
    .removeAlpha()
    .raw()
    .toBuffer()
  let brightest = 0
  for (let i = 0; i < pixels.length; i += 3) {
    const patch = VOID.map((dark, channel) => mix(pixels[i + channel] ?? 0, dark, scrim))
    brightest = Math.max(brightest, luminance(patch))
  }
  return (luminance(channelsOf(text)) + 0.05) / (brightest + 0.05)
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

function channelsOf(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
}

/** Relative luminance by WCAG 2. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
