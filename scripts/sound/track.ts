/** Samples a second. */
export const RATE = 44_100

export interface Track {
  left: Float64Array
  right: Float64Array
}

/** A sound as a function of the seconds since it began, roughly -1 to 1. Called once for each sample, in order. */
export type Voice = (seconds: number) => number

export interface Cue {
  /** Seconds from the start of the track. */
  at: number
  seconds: number
  gain: number
  /** -1 left, 0 middle, 1 right. */
  pan: number
}

export function createTrack(seconds: number): Track {
  const length = Math.round(seconds * RATE)
  return { left: new Float64Array(length), right: new Float64Array(length) }
}

/** Adds a voice to the track, as loud in the middle as at the sides. */
export function play(track: Track, cue: Cue, voice: Voice): void {
  const first = Math.round(cue.at * RATE)
  const count = Math.min(Math.round(cue.seconds * RATE), track.left.length - first)
  const angle = ((cue.pan + 1) * Math.PI) / 4
  const left = cue.gain * Math.cos(angle)
  const right = cue.gain * Math.sin(angle)
  for (let i = 0; i < count; i++) {
    const sample = voice(i / RATE)
    track.left[first + i]! += sample * left
    track.right[first + i]! += sample * right
  }
}

/** Fades the last `seconds` to silence, so that the file's end does not click. */
export function fadeOut(track: Track, seconds: number): void {
  const length = track.left.length
  const fading = Math.round(seconds * RATE)
  for (let i = length - fading; i < length; i++) {
    const level = Math.cos((Math.PI / 2) * (1 - (length - 1 - i) / fading)) ** 2
    track.left[i]! *= level
    track.right[i]! *= level
  }
}

/** Scales the track so that its loudest sample is `peak`. */
export function scaleToPeak(track: Track, peak: number): void {
  const channels = [track.left, track.right]
  const loudest = channels.reduce(
    (most, channel) => channel.reduce((max, sample) => Math.max(max, Math.abs(sample)), most),
    0,
  )
  for (const channel of channels) {
    for (let i = 0; i < channel.length; i++) channel[i]! *= peak / loudest
  }
}

/** 16-bit stereo WAV of samples from -1 to 1. */
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
  for (let i = 0; i < left.length; i++) {
    file.writeInt16LE(Math.round(left[i]! * 32_767), 44 + i * 4)
    file.writeInt16LE(Math.round(right[i]! * 32_767), 46 + i * 4)
  }
  return file
}
