import { crc32 } from 'node:zlib'

const FREE_BITS = 64

/**
 * Creates a text with the given beginning, end and CRC-32. CRC-32 is linear, so 32 equations over
 * the bits of a filling of `@` and `A` name the bits to flip.
 */
export function createCrc32Collision(prefix: string, suffix: string, wanted: number): Buffer {
  const body = Buffer.from(prefix + '@'.repeat(FREE_BITS) + suffix)
  const start = Buffer.byteLength(prefix)
  const flips = solve(effectsOfBits(body, start), crc32(body) ^ wanted)
  for (const position of flips) flipBit(body, start + position)
  return body
}

function flipBit(body: Buffer, at: number): void {
  body.writeUInt8(body.readUInt8(at) ^ 1, at)
}

/** Returns the change of the checksum for each free bit. */
function effectsOfBits(body: Buffer, start: number): number[] {
  const sum = crc32(body)
  return Array.from({ length: FREE_BITS }, (_, position) => {
    const flipped = Buffer.from(body)
    flipBit(flipped, start + position)
    return crc32(flipped) ^ sum
  })
}

/** Finds the effects that together make `wanted`, by Gaussian elimination over GF(2). */
function solve(effects: number[], wanted: number): Set<number> {
  const pivots: { effect: number; flips: Set<number> }[] = []

  function reduce(effect: number, flips: Set<number>) {
    let rest = effect
    let used = flips
    for (const pivot of pivots) {
      if ((rest & highestBit(pivot.effect)) === 0) continue
      rest ^= pivot.effect
      used = used.symmetricDifference(pivot.flips)
    }
    return { effect: rest, flips: used }
  }

  effects.forEach((effect, position) => {
    const reduced = reduce(effect, new Set([position]))
    if (reduced.effect === 0) return
    pivots.push(reduced)
    pivots.sort((a, b) => Math.clz32(a.effect) - Math.clz32(b.effect))
  })
  const { effect, flips } = reduce(wanted, new Set())
  if (effect !== 0) throw new Error('The free bits do not reach this sum.')
  return flips
}

function highestBit(sum: number): number {
  return 1 << (31 - Math.clz32(sum))
}
