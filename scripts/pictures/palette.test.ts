import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { channelsOf, contrastOf } from './luminance.ts'

const ROOT = new URL('../../', import.meta.url)
const TOKENS = readFileSync(new URL('src/client/app/tokens.css', ROOT), 'utf8')
const PAGE = readFileSync(new URL('docs/design.md', ROOT), 'utf8')
const PICTURES = ['galaxy-2560', 'galaxy-tablet-1540', 'galaxy-portrait-1242']
/** The opacity of the board's upper edge, the most transparent of the panels over the sky. */
const PANEL_OPACITY = 0.8
/**
 * The side of a measured patch: about a small letter at the pictures' highest resolution, in their
 * pixels.
 */
const PATCH = 16

let brightestPanel: number[] = []

beforeAll(async () => {
  const spots = await Promise.all(PICTURES.map(brightestSpotOf))
  const panel = channelsOf(tokenOf('panel-solid'))
  brightestPanel = brightest(spots).map(
    (light, i) => light + ((panel[i] ?? 0) - light) * PANEL_OPACITY,
  )
})

// Rows of the table of text colours: | ink | `--ink` | for | 18.6 | 11.1 |
const TEXT_ROWS = [
  ...PAGE.matchAll(/^\| [^|]+\| `--([a-z-]+)` +\|[^|]+\| *([\d.]+) *\| *([\d.]+) *\|$/gm),
]

describe('the colours of text', () => {
  it('are all in the design page', () => {
    expect(TEXT_ROWS.map(([, name]) => name)).toEqual([
      'ink',
      'muted',
      'gold',
      'silver',
      'bronze',
      'violet',
      'cyan',
      'mint',
      'rose',
    ])
  })

  it.each(TEXT_ROWS.map(([, name = '', onVoid, onPanel]) => ({ name, onVoid, onPanel })))(
    'have the contrast that the design page says: $name',
    ({ name, onVoid, onPanel }) => {
      const text = channelsOf(tokenOf(name))
      expect(contrastOf(text, channelsOf(tokenOf('void'))).toFixed(1)).toBe(onVoid)
      expect(contrastOf(text, brightestPanel).toFixed(1)).toBe(onPanel)
      expect(contrastOf(text, brightestPanel)).toBeGreaterThan(4.5)
    },
  )

  it('stand out on the one button that matters, at both ends of its gradient', () => {
    for (const end of ['#ffe3a3', '#ffc857']) {
      expect(contrastOf(channelsOf(tokenOf('cta-ink')), channelsOf(end))).toBeGreaterThan(7)
    }
  })

  it('leave the border of a field at 3 to 1, which is what a border needs', () => {
    const panel = channelsOf(tokenOf('panel-solid'))
    expect(contrastOf(channelsOf(tokenOf('line-field')), panel)).toBeGreaterThan(3)
  })
})

function tokenOf(name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(TOKENS)?.[1]
  if (value === undefined) throw new Error(`tokens.css has no colour --${name}.`)
  return value
}

async function brightestSpotOf(picture: string): Promise<number[]> {
  const file = fileURLToPath(new URL(`src/client/assets/${picture}.avif`, ROOT))
  const { width, height } = await sharp(file).metadata()
  const pixels = await sharp(file)
    .resize(Math.floor(width / PATCH), Math.floor(height / PATCH), { kernel: 'linear' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return brightest(
    Array.from({ length: pixels.length / 3 }, (_, i) => [...pixels.subarray(i * 3, i * 3 + 3)]),
  )
}

function brightest(colors: readonly number[][]): number[] {
  const black = [0, 0, 0]
  return colors.reduce((best, color) =>
    contrastOf(color, black) > contrastOf(best, black) ? color : best,
  )
}
