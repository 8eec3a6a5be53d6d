import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { contrastOf } from './luminance.ts'
import { tintOf } from './palettes.ts'

const PICTURES = ['galaxy-2560', 'galaxy-tablet-1540', 'galaxy-portrait-1242']
/**
 * The side of a measured patch: about a small letter at the pictures' highest resolution, in their
 * pixels.
 */
const PATCH = 16

const BLACK = [0, 0, 0]

/** Returns the patches of all pictures of the sky, as red, green and blue, 0 to 255. */
export async function readSkyPatches(): Promise<number[][]> {
  const patches = await Promise.all(PICTURES.map(patchesOf))
  return patches.flat()
}

/** Returns the brightest patch as a palette shows it. */
export function brightestPatch(patches: readonly number[][], palette: string): number[] {
  const tint = tintOf(palette)
  return patches
    .map(tint)
    .reduce((best, color) => (contrastOf(color, BLACK) > contrastOf(best, BLACK) ? color : best))
}

async function patchesOf(picture: string): Promise<number[][]> {
  const file = fileURLToPath(new URL(`../../src/client/assets/${picture}.avif`, import.meta.url))
  const { width, height } = await sharp(file).metadata()
  const pixels = await sharp(file)
    .resize(Math.floor(width / PATCH), Math.floor(height / PATCH), { kernel: 'linear' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return Array.from({ length: pixels.length / 3 }, (_, i) => [...pixels.subarray(i * 3, i * 3 + 3)])
}
