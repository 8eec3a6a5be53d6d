import { readFileSync } from 'node:fs'
import { channelsOf } from './luminance.ts'

const TOKENS = readFileSync(new URL('../../src/client/app/tokens.css', import.meta.url), 'utf8')

/** The palette of a page whose root names none. */
export const DEFAULT_PALETTE = 'galaxy'

/** The names of the palettes in tokens.css, the default first. */
export const PALETTE_NAMES = [
  DEFAULT_PALETTE,
  ...[...TOKENS.matchAll(/\[data-palette='([a-z]+)'\]/g)].map(([, name = '']) => name),
]

/** Returns the tokens that a palette sets itself, by name without the dashes. */
export function ownTokensOf(palette: string): Map<string, string> {
  const selector = palette === DEFAULT_PALETTE ? ':root' : `[data-palette='${palette}']`
  const [, block] = TOKENS.split(`\n  ${selector} {`)
  if (block === undefined) throw new Error(`tokens.css has no palette ${palette}.`)
  const declarations = block.slice(0, block.indexOf('\n  }')).matchAll(/--([\w-]+):([^;]+);/g)
  return new Map([...declarations].map(([, name = '', value = '']) => [name, value.trim()]))
}

/** Returns red, green and blue of a token in a palette, 0 to 255. */
export function colorOf(palette: string, token: string): number[] {
  const value = ownTokensOf(palette).get(token) ?? ownTokensOf(DEFAULT_PALETTE).get(token)
  if (value === undefined) throw new Error(`tokens.css has no colour --${token}.`)
  return evaluate(palette, value)
}

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/
const REFERENCE = /^var\(--([\w-]+)\)$/
const MIX = /^color-mix\(in srgb, (\S+) (\d+)%, (\S+)\)$/

function evaluate(palette: string, value: string): number[] {
  if (HEX.test(value))
    return channelsOf(value.length === 4 ? value.replaceAll(/\w/g, '$&$&') : value)
  const [, reference] = REFERENCE.exec(value) ?? []
  if (reference !== undefined) return colorOf(palette, reference)
  const [, one, share, other] = MIX.exec(value) ?? []
  if (one === undefined || other === undefined) throw new Error(`No opaque colour: ${value}`)
  return mix(evaluate(palette, one), evaluate(palette, other), Number(share) / 100)
}

/** Returns `share` of the first colour over the second, as `color-mix(in srgb, …)` does. */
export function mix(one: readonly number[], other: readonly number[], share: number): number[] {
  return one.map((channel, i) => channel * share + (other[i] ?? 0) * (1 - share))
}

/** Returns a colour of the sky's picture as a palette's `--sky-tint` shows it. */
export function tintOf(palette: string): (color: Iterable<number>) => number[] {
  const tint = ownTokensOf(palette).get('sky-tint')
  if (tint === undefined) throw new Error(`The palette ${palette} has no --sky-tint.`)
  const steps = [...tint.matchAll(/([a-z-]+)\(([\d.-]+)(?:deg)?\)/g)].map(([, name, amount]) =>
    matrixOf(name ?? '', Number(amount)),
  )
  return (color) => steps.reduce<number[]>(applyMatrix, [...color])
}

function applyMatrix(color: readonly number[], matrix: readonly (readonly number[])[]): number[] {
  return matrix.map((row) => {
    const sum = row.reduce((total, factor, i) => total + factor * (color[i] ?? 0), 0)
    return Math.min(255, Math.max(0, sum))
  })
}

/** Returns the matrix of a filter function, as Filter Effects 1 §9.7 defines it. */
function matrixOf(name: string, amount: number): number[][] {
  if (name === 'saturate') return turnMatrix(amount, 0)
  if (name === 'hue-rotate') {
    const angle = (amount / 180) * Math.PI
    return turnMatrix(Math.cos(angle), Math.sin(angle))
  }
  if (name === 'brightness') {
    return SEPIA.map((row, i) => row.map((_, j) => (i === j ? amount : 0)))
  }
  if (name === 'sepia') {
    return SEPIA.map((row, i) =>
      row.map((factor, j) => factor * amount + (i === j ? 1 - amount : 0)),
    )
  }
  throw new Error(`No filter is called ${name}.`)
}

const SEPIA = [
  [0.393, 0.769, 0.189],
  [0.349, 0.686, 0.168],
  [0.272, 0.534, 0.131],
]
const LUMA = [0.213, 0.715, 0.072]
const SINE = [
  [-0.213, -0.715, 0.928],
  [0.143, 0.14, -0.283],
  [-0.787, 0.715, 0.072],
]

function turnMatrix(cosine: number, sine: number): number[][] {
  return SINE.map((row, i) =>
    row.map((turn, j) => {
      const luma = LUMA[j] ?? 0
      return luma + cosine * ((i === j ? 1 : 0) - luma) + sine * turn
    }),
  )
}
