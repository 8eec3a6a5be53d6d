import { RATE } from './track.ts'
import type { Track } from './track.ts'

// Prime lengths, so that the echoes of no two lines fall together.
const LINES = [1_129, 1_367, 1_559, 1_801, 2_053, 2_311, 2_593, 2_903]

/** Puts the track into a hall: eight delays feed each other, and lose treble at every turn. `decay` is the time in seconds until -60 dB. */
export function addRoom(track: Track, decay: number, level: number): void {
  const delays = LINES.map((length) => new Float64Array(length))
  const losses = LINES.map((length) => 10 ** ((-3 * length) / (RATE * decay)))
  const dulled = new Float64Array(LINES.length)
  const out = new Float64Array(LINES.length)
  for (let i = 0; i < track.left.length; i++) {
    for (let n = 0; n < LINES.length; n++) {
      dulled[n]! += 0.62 * (delays[n]![i % LINES[n]!]! - dulled[n]!)
      out[n] = dulled[n]! * losses[n]!
    }
    const left = track.left[i]!
    const right = track.right[i]!
    track.left[i]! += level * (out[0]! + out[2]! - out[4]! + out[6]!)
    track.right[i]! += level * (out[1]! - out[3]! + out[5]! + out[7]!)
    // A Householder matrix: every line hears all others, and no energy is made.
    const shared = out.reduce((sum, value) => sum + value, 0) / 4
    for (let n = 0; n < LINES.length; n++) {
      delays[n]![i % LINES[n]!] = (n % 2 === 0 ? left : right) + out[n]! - shared
    }
  }
}
