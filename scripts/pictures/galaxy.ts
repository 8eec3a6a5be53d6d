import { readFileSync } from 'node:fs'
import { renderShader } from './shader-tiles.ts'

/** How the galaxy stands in one picture. */
export interface Composition {
  width: number
  height: number
  /** From the top left corner, in shares of the sides. */
  core: readonly [number, number]
  /** Of the disc, in heights of the picture. */
  radius: number
  /** Short over long axis of the disc as we see it. */
  flatness: number
  /** Of the long axis against the horizon, radians, anticlockwise. */
  angle: number
  /** Gold, silver, bronze: radius of the orbit in radii of the disc, angle of the sun on it in radians. */
  suns: readonly (readonly [number, number])[]
}

// The core stands to the right and high up, where the page has no panel; the left half is dark for its headline.
export const landscape: Composition = {
  width: 2560,
  height: 1440,
  core: [0.715, 0.29],
  radius: 0.8,
  flatness: 0.36,
  angle: 0.36,
  suns: [
    [0.6, 1.57],
    [0.92, 5.11],
    [0.36, 3.53],
  ],
}

export const portrait: Composition = {
  width: 828,
  height: 1792,
  core: [0.8, 0.255],
  radius: 0.36,
  flatness: 0.36,
  angle: 0.5,
  suns: [
    [0.6, 1.85],
    [0.92, 2.5],
    [0.36, 3.0],
  ],
}

const PARTS = ['noise', 'stars', 'disc', 'suns', 'frame']

/** Draws the galaxy at a share of its full size. Returns 8-bit RGB rows. */
export async function drawGalaxy(composition: Composition, zoom: number, samples: number) {
  const width = Math.round(composition.width * zoom)
  const height = Math.round(composition.height * zoom)
  const inPixels = ([x, y]: readonly [number, number]) => [x * width, (1 - y) * height]
  const orbits = composition.suns.map((sun, i) => [`uOrbits[${i}]`, sun] as const)
  const rows = await renderShader({
    fragment: shaderSource(),
    width,
    height,
    samples,
    uniforms: {
      uCore: inPixels(composition.core),
      uScale: [height],
      uReference: [zoom],
      uRadius: [composition.radius],
      uFlatness: [composition.flatness],
      uAngle: [composition.angle],
      ...Object.fromEntries(orbits),
    },
  })
  return { rows, width, height }
}

function shaderSource(): string {
  return PARTS.map((part) =>
    readFileSync(new URL(`./galaxy/${part}.glsl`, import.meta.url), 'utf8'),
  ).join('\n')
}
