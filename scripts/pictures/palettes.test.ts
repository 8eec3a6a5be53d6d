import { beforeAll, describe, expect, it } from 'vitest'
import { contrastOf } from './luminance.ts'
import { colorOf, DEFAULT_PALETTE, mix, ownTokensOf, PALETTE_NAMES } from './palettes.ts'
import { brightestPatch, readSkyPatches } from './sky-spots.ts'

/** The opacity of the board's upper edge, the most transparent of the panels over the sky. */
const PANEL_OPACITY = 0.8

/** The tokens that each palette has to choose for itself. */
const OWN = ['void', 'panel-solid', 'ink', 'muted', 'violet', 'sky-tint']

const TEXTS = ['ink', 'muted', 'gold', 'silver', 'bronze', 'violet', 'cyan', 'mint', 'rose']

const BACKGROUNDS = ['void', 'panel-base', 'panel-solid', 'panel-lit']

/** Text on buttons and on what is chosen. */
const PAIRS = [
  ['cta-ink', 'cta-light'],
  ['cta-ink', 'cta-deep'],
  ['violet-ink', 'violet'],
  ['violet-ink', 'ink'],
  ['violet-ink', 'white'],
]

const MIN_CONTRAST = 4.5

let sky: number[][] = []

beforeAll(async () => {
  sky = await readSkyPatches()
})

describe.each(PALETTE_NAMES)('the palette %s', (palette) => {
  it('sets every colour that is its own', () => {
    expect([...ownTokensOf(palette).keys()]).toEqual(expect.arrayContaining(OWN))
  })

  it('sets no colour that the default palette does not have', () => {
    const known = ownTokensOf(DEFAULT_PALETTE)
    expect([...ownTokensOf(palette).keys()].filter((token) => !known.has(token))).toEqual([])
  })

  it.each(BACKGROUNDS)('has text of 4.5 to 1 on --%s', (background) => {
    const behind = colorOf(palette, background)
    expect(unreadableOn(behind, palette)).toEqual([])
  })

  it('has text of 4.5 to 1 on a panel over the brightest spot of its sky', () => {
    const behind = mix(colorOf(palette, 'panel-solid'), brightestPatch(sky, palette), PANEL_OPACITY)
    expect(unreadableOn(behind, palette)).toEqual([])
  })

  it.each(PAIRS)('has 4.5 to 1 between --%s and --%s', (text, background) => {
    const contrast = contrastOf(colorOf(palette, text), colorOf(palette, background))
    expect(contrast).toBeGreaterThan(MIN_CONTRAST)
  })

  it.each(['line-field', 'line-button'])('leaves --%s at 3 to 1, which borders need', (line) => {
    const border = colorOf(palette, line)
    expect(contrastOf(border, colorOf(palette, 'panel-solid'))).toBeGreaterThan(3)
  })
})

/** Returns the colours of text that a palette must not use on a background. */
function unreadableOn(background: readonly number[], palette: string): string[] {
  return TEXTS.filter((text) => contrastOf(colorOf(palette, text), background) < MIN_CONTRAST)
}
