import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { contrastOf } from './luminance.ts'
import { colorOf, DEFAULT_PALETTE, mix } from './palettes.ts'
import { brightestPatch, readSkyPatches } from './sky-spots.ts'

const PAGE = readFileSync(new URL('../../docs/design.md', import.meta.url), 'utf8')
/** The opacity of the board's upper edge, the most transparent of the panels over the sky. */
const PANEL_OPACITY = 0.8

let brightestPanel: number[] = []

beforeAll(async () => {
  const spot = brightestPatch(await readSkyPatches(), DEFAULT_PALETTE)
  brightestPanel = mix(tokenOf('panel-solid'), spot, PANEL_OPACITY)
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
      const text = tokenOf(name)
      expect(contrastOf(text, tokenOf('void')).toFixed(1)).toBe(onVoid)
      expect(contrastOf(text, brightestPanel).toFixed(1)).toBe(onPanel)
      expect(contrastOf(text, brightestPanel)).toBeGreaterThan(4.5)
    },
  )

  it('stand out on the one button that matters, at both ends of its gradient', () => {
    for (const end of ['cta-light', 'cta-deep']) {
      expect(contrastOf(tokenOf('cta-ink'), tokenOf(end))).toBeGreaterThan(7)
    }
  })
})

function tokenOf(name: string): number[] {
  return colorOf(DEFAULT_PALETTE, name)
}
