import { RATE } from './track.ts'
import type { Voice } from './track.ts'

const TAU = 2 * Math.PI

/** Returns a number from 0 to 1. */
export type Random = () => number

/** Returns the frequency in Hz of a MIDI note: 69 is the A of 440 Hz. */
export function pitch(note: number): number {
  return 440 * 2 ** ((note - 69) / 12)
}

/**
 * Makes a glass bell by frequency modulation: bright when struck, then a pure tone that rings for
 * about `ring` seconds.
 */
export function bell(note: number, ring: number): Voice {
  const f = pitch(note)
  return (t) => {
    const strike = Math.min(1, t / 0.002)
    const glass = 1.5 * Math.exp(-t / (ring * 0.1)) * Math.sin(TAU * f * 3.51 * t)
    const body = Math.exp(-t / (ring * 0.48)) * Math.sin(TAU * f * t + glass)
    const octave = 0.3 * Math.exp(-t / (ring * 0.2)) * Math.sin(TAU * f * 2.002 * t)
    return strike * (body + octave)
  }
}

/** Makes two thin metal discs that touch: inharmonic partials, gone in a tenth of a second. */
export function clink(note: number): Voice {
  const f = pitch(note)
  const partials = [
    [1, 1, 0.13],
    [2.76, 0.5, 0.06],
    [5.4, 0.24, 0.03],
  ] as const
  return (t) => {
    let sum = 0
    for (const [ratio, level, decay] of partials) {
      sum += level * Math.exp(-t / decay) * Math.sin(TAU * f * ratio * t)
    }
    return sum * Math.min(1, t / 0.001)
  }
}

/**
 * Makes a soft brass note of a chord: a sawtooth whose upper partials open while it swells and
 * close while it fades.
 */
export function swell(note: number, detune: number): Voice {
  const f = pitch(note) * (1 + detune)
  const highest = Math.min(14, Math.floor(9_000 / f))
  return (t) => {
    const level = (1 - Math.exp(-t / 0.06)) * Math.exp(-Math.max(0, t - 0.3) / 0.95)
    const open = 0.9 - 0.45 * level
    let sum = 0
    for (let n = 1, loud = 1; n <= highest; n++, loud *= 1 - open * 0.62) {
      sum += (loud / n) * Math.sin(TAU * f * n * t + n * 0.7)
    }
    return level * sum
  }
}

/** Makes a deep drum that falls from `note` + an octave to `note`. */
export function drum(note: number): Voice {
  const f = pitch(note)
  return (t) => {
    const phase = f * t + f * 0.045 * (1 - Math.exp(-t / 0.045))
    return Math.min(1, t / 0.003) * Math.exp(-t / 0.19) * Math.sin(TAU * phase)
  }
}

/** Makes rushing air for `seconds`: noise through a band that rises. */
export function rush(seconds: number, random: Random): Voice {
  let low = 0
  let band = 0
  return (t) => {
    const progress = t / seconds
    const cutoff = 500 * 14 ** progress
    const k = 2 * Math.sin((Math.PI * cutoff) / RATE)
    low += k * band
    band += k * (random() * 2 - 1 - low - 0.9 * band)
    return band * progress ** 2.4 * Math.min(1, (1 - progress) / 0.06)
  }
}
