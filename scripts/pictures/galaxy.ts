import { readFileSync } from 'node:fs'
import type { Composition } from '#client/features/sky/compositions.ts'
import { renderShader } from './shader-tiles.ts'

/** The orbits of gold, silver and bronze: radius in radii of the disc, angle in radians. */
export type Suns = readonly (readonly [number, number])[]

const PARTS = ['noise', 'stars', 'disc', 'suns', 'frame']

/** Draws the galaxy at a multiple of its reference size. Returns 8-bit RGB rows. */
export async function drawGalaxy(
  composition: Composition,
  suns: Suns,
  zoom: number,
  samples: number,
) {
  const width = Math.round(composition.width * zoom)
  const height = Math.round(composition.height * zoom)
  const inPixels = ([x, y]: readonly [number, number]) => [x * width, (1 - y) * height]
  const orbits = suns.map((sun, i) => [`uOrbits[${i}]`, sun] as const)
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
