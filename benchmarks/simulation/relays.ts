import { quantile, type Figure } from '../figure.ts'

/** The processor time of one viewer and frame, ms: the figure of `peers`, on the machine it names. */
const WRITE_MS = 0.0133

/** The pauses of a relay's event loop (garbage collection, other requests), ms. */
const PAUSE = { everyMs: 1_000, longestMs: 60 }

const FRAME_MS = 100
const SIMULATED_MS = 120_000

/** The one-way times from the source to the relays of a region, ms. */
const DISTANCES_MS = [5, 40, 80, 140]

/** The largest share of the event loop's time that deliveries may take, as in `frame-pacer.ts`. */
const MAX_SHARE = 0.5

/**
 * Simulates relays, each of which is a node that sends what the source has announced to viewers of
 * its own: the age that a change has when the last viewer of a relay gets it. Changes come at any
 * time, and wait for the relay's next frame; frames wait for the delivery of the one before.
 */
export async function simulateRelays(): Promise<Figure[]> {
  return [2_000, 5_000, 10_000, 15_000].flatMap((viewers) => {
    const relays = DISTANCES_MS.map((distanceMs, seed) =>
      simulateRelay({ viewers, distanceMs, random: randomOf(seed + 1) }),
    )
    const ages = relays.flatMap((relay) => relay.ages)
    const name = `relays of ${viewers.toLocaleString('en')} viewers`
    const frames = relays.reduce((sum, relay) => sum + relay.frames, 0)
    return [
      {
        name: `${name}: frames a second`,
        value: (frames * 1000) / (SIMULATED_MS * relays.length),
        unit: '/s',
      },
      { name: `${name}: age at the last viewer, median`, value: quantile(ages, 0.5), unit: 'ms' },
      { name: `${name}: age at the last viewer, p99`, value: quantile(ages, 0.99), unit: 'ms' },
    ]
  })
}

interface Relay {
  viewers: number
  distanceMs: number
  /** Returns a number from 0 to below 1. */
  random: () => number
}

/** Returns the ages of changes at a relay's last viewer, and the frames that it sent. */
function simulateRelay({ viewers, distanceMs, random }: Relay): { ages: number[]; frames: number } {
  const ages: number[] = []
  const deliveryMs = viewers * WRITE_MS
  let frames = 0
  let now = 0
  let nextPauseAt = random() * PAUSE.everyMs
  // The time from which changes wait for the next frame.
  let waitingSince = 0
  while (now < SIMULATED_MS) {
    let endsAt = now + deliveryMs
    while (nextPauseAt < endsAt) {
      endsAt += random() * PAUSE.longestMs
      nextPauseAt += PAUSE.everyMs * (0.5 + random())
    }
    // A frame has the changes since the one before, each announced at a random time within.
    const madeAt = waitingSince + random() * (now - waitingSince)
    ages.push(endsAt - madeAt + distanceMs)
    frames += 1
    waitingSince = now
    const restMs = Math.max(0, deliveryMs / MAX_SHARE - (endsAt - now))
    now = Math.max(now + FRAME_MS, endsAt + restMs)
  }
  return { ages, frames }
}

/** Returns the same numbers in every run: a linear congruential generator (Numerical Recipes). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
