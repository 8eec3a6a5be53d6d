/** The sample rate, Hz. */
export const RATE = 44_100

export interface Track {
  left: Float64Array
  right: Float64Array
}

/**
 * A sound as a function of the seconds since it began, roughly -1 to 1. It is called once for each
 * sample, in order.
 */
export type Voice = (seconds: number) => number

export interface Cue {
  /** The start in seconds from the start of the track. */
  at: number
  seconds: number
  gain: number
  /** The position: -1 left, 0 middle, 1 right. */
  pan: number
}

export function createTrack(seconds: number): Track {
  const length = Math.round(seconds * RATE)
  return { left: new Float64Array(length), right: new Float64Array(length) }
}

/**
 * Adds a voice to the track, as loud in the middle as at the sides. Samples after the track's end
 * are dropped.
 */
export function play(track: Track, cue: Cue, voice: Voice): void {
  const first = Math.round(cue.at * RATE)
  const length = Math.min(Math.round(cue.seconds * RATE), track.left.length - first)
  const samples = Float64Array.from({ length }, (_, i) => voice(i / RATE))
  const angle = ((cue.pan + 1) * Math.PI) / 4
  add(samples, track.left.subarray(first), cue.gain * Math.cos(angle))
  add(samples, track.right.subarray(first), cue.gain * Math.sin(angle))
}

function add(samples: Float64Array, channel: Float64Array, gain: number): void {
  samples.forEach((sample, i) => {
    channel[i] = (channel[i] ?? 0) + sample * gain
  })
}

/** Fades the last `seconds` to silence, so that the file's end does not click. */
export function fadeOut(track: Track, seconds: number): void {
  const fading = Math.round(seconds * RATE)
  for (const channel of [track.left, track.right]) {
    const tail = channel.subarray(-fading)
    tail.forEach((sample, i) => {
      tail[i] = sample * Math.cos(((Math.PI / 2) * (i + 1)) / fading) ** 2
    })
  }
}

/** Scales the track so that its loudest sample is `peak`. */
export function scaleToPeak(track: Track, peak: number): void {
  const channels = [track.left, track.right]
  let loudest = 0
  for (const channel of channels) {
    for (const sample of channel) loudest = Math.max(loudest, Math.abs(sample))
  }
  for (const channel of channels) {
    channel.forEach((sample, i) => {
      channel[i] = (sample * peak) / loudest
    })
  }
}

/** Encodes samples from -1 to 1 as a 16-bit stereo WAV. */
export function encodeWave({ left, right }: Track): Buffer {
  const dataBytes = left.length * 4
  const file = Buffer.alloc(44 + dataBytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + dataBytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE * 4, 28)
  file.writeUInt16LE(4, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(dataBytes, 40)
  left.forEach((sample, i) => {
    file.writeInt16LE(Math.round(sample * 32_767), 44 + i * 4)
    file.writeInt16LE(Math.round((right[i] ?? 0) * 32_767), 46 + i * 4)
  })
  return file
}
