import sharp from 'sharp'

const SIDE = 128
const ROUNDS = 10
const STEPS = [0, 1, 1, 2]
/** The radius of the Gaussian that removes coarse unevenness, which would be seen as spots. */
const REACH = 3
const WEIGHTS = [-3, -2, -1, 0, 1, 2, 3].map((offset) => Math.exp(-(offset ** 2) / 3.4))
const SHARE = 1 / WEIGHTS.reduce((sum, weight) => sum + weight, 0)

/**
 * Draws a tile of film grain: white at an opacity of zero to two steps of eight bits. Gradients
 * this dark show bands, and encoders smooth the pictures' own grain away; the tile over everything
 * hides the bands.
 */
export async function drawGrain(): Promise<Buffer> {
  const pixels = Buffer.alloc(SIDE * SIDE * 4, 255)
  for (const [i, rank] of blueNoise().entries()) {
    pixels[i * 4 + 3] = STEPS[Math.floor(rank * STEPS.length)] ?? 0
  }
  return await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 4 } })
    .png({ palette: true, colours: 4, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer()
}

/**
 * Returns ranks from 0 to 1, equally frequent, with similar ranks far apart; the tile's edges
 * match.
 */
function blueNoise(): Float64Array {
  let noise: Float64Array = Float64Array.from({ length: SIDE * SIDE }, (_, i) => randomOf(i))
  for (let round = 0; round < ROUNDS; round++) {
    const coarse = blur(blur(noise, 1), SIDE)
    noise = ranked(noise.map((value, i) => value - (coarse[i] ?? 0)))
  }
  return noise
}

/** Blurs along rows (stride 1) or columns (stride SIDE). */
function blur(values: Float64Array, stride: number): Float64Array {
  const ring = stride * SIDE
  return values.map((_, i) => {
    const start = Math.floor(i / ring) * ring
    let sum = 0
    for (const [k, weight] of WEIGHTS.entries()) {
      const along = (i - start + (k - REACH) * stride + ring) % ring
      sum += weight * (values[start + along] ?? 0)
    }
    return sum * SHARE
  })
}

function ranked(values: Float64Array): Float64Array {
  const order = [...values.keys()].toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const ranks = new Float64Array(values.length)
  for (const [rank, i] of order.entries()) ranks[i] = rank / values.length
  return ranks
}

/** Returns a pseudorandom number that depends on the seed alone, on every machine. */
function randomOf(seed: number): number {
  let bits = Math.imul(seed + 0x9e3779b9, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}
