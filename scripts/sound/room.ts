import { RATE } from './track.ts'
import type { Track } from './track.ts'

// Prime lengths, so that no two echoes fall together.
const LENGTHS = [1_129, 1_367, 1_559, 1_801, 2_053, 2_311, 2_593, 2_903]

interface Echo {
  /** The echo at this sample. */
  heard: number
  /** Adds a sample, and moves on by one. */
  feed: (sample: number) => void
}

/**
 * Adds reverberation to the track: eight echoes that feed each other and lose treble each time.
 * `decay` is the time in seconds until they are 60 dB down.
 */
export function addRoom(track: Track, decay: number, level: number): void {
  const echoes = LENGTHS.map((length) => createEcho(length, decay))
  track.left.forEach((left, i) => {
    const right = track.right[i] ?? 0
    // A Householder matrix: every echo hears all others, and no energy is made.
    const shared = echoes.reduce((sum, echo) => sum + echo.heard, 0) / (echoes.length / 2)
    let wetLeft = 0
    let wetRight = 0
    echoes.forEach((echo, n) => {
      const isLeft = n % 2 === 0
      if (isLeft) wetLeft += echo.heard
      else wetRight += echo.heard
      echo.feed((isLeft ? left : right) + echo.heard - shared)
    })
    track.left[i] = left + level * wetLeft
    track.right[i] = right + level * wetRight
  })
}

function createEcho(length: number, decay: number): Echo {
  const line = new Float64Array(length)
  const loss = 10 ** ((-3 * length) / (RATE * decay))
  let position = 0
  let dulled = 0
  const echo: Echo = {
    heard: 0,
    feed: (sample) => {
      line[position] = sample
      position = (position + 1) % length
      dulled += 0.62 * ((line[position] ?? 0) - dulled)
      echo.heard = dulled * loss
    },
  }
  return echo
}
