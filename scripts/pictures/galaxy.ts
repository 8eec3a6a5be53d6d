import { readFileSync } from 'node:fs'
import { renderShader } from './shader-tiles.ts'

/** How the galaxy stands in one picture. Lengths in units of the picture's height, `core` and `suns` from the top left corner in shares of its sides. */
export interface Composition {
  width: number
  height: number
  core: readonly [number, number]
  radius: number
  /** Short over long axis of the disc as we see it. */
  flatness: number
  /** Of the long axis against the horizon, radians, anticlockwise. */
  angle: number
  /** Gold, silver, bronze. */
  suns: readonly (readonly [number, number])[]
}

export const landscape: Composition = {
  width: 2560,
  height: 1440,
  core: [0.7, 0.42],
  radius: 0.95,
  flatness: 0.36,
  angle: 0.38,
  suns: [
    [0.87, 0.13],
    [0.93, 0.74],
    [0.13, 0.86],
  ],
}

export const portrait: Composition = {
  width: 828,
  height: 1792,
  core: [0.72, 0.34],
  radius: 0.5,
  flatness: 0.36,
  angle: 0.55,
  suns: [
    [0.84, 0.08],
    [0.12, 0.6],
    [0.86, 0.78],
  ],
}

const PARTS = ['noise', 'stars', 'disc', 'frame'] as const
// A faint star is as many pixels wide in a picture of any size: they are meant for a height of 1440.
const REFERENCE_HEIGHT = 1440

/** Draws the galaxy at a share of its full size. Returns 8-bit RGB rows. */
export async function drawGalaxy(composition: Composition, zoom: number, samples: number) {
  const width = Math.round(composition.width * zoom)
  const height = Math.round(composition.height * zoom)
  const inPixels = ([x, y]: readonly [number, number]) => [x * width, (1 - y) * height]
  const suns = composition.suns.map((sun, i) => [`uSunAt[${i}]`, inPixels(sun)] as const)
  const rows = await renderShader({
    fragment: shaderSource(),
    width,
    height,
    samples,
    uniforms: {
      uCore: inPixels(composition.core),
      uScale: [height],
      uReference: [height / REFERENCE_HEIGHT],
      uRadius: [composition.radius],
      uFlatness: [composition.flatness],
      uAngle: [composition.angle],
      ...Object.fromEntries(suns),
    },
  })
  return { rows, width, height }
}

function shaderSource(): string {
  const [noise, stars, disc, frame] = PARTS.map((part) =>
    readFileSync(new URL(`./galaxy/${part}.glsl`, import.meta.url), 'utf8'),
  )
  return [noise, stars, disc, frame].join('\n')
}
