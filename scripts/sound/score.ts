import { addRoom } from './room.ts'
import { createTrack, fadeOut, play, scaleToPeak } from './track.ts'
import type { Track } from './track.ts'
import { bell, clink, drum, rush, swell } from './voices.ts'
import type { Random } from './voices.ts'

const SECONDS = 3.4
/** The time of the chord, in seconds. */
const CHORD_AT = 0.5

// Notes are MIDI numbers. D major with the raised fourth, which sounds of wide space.
const STEPS = [69, 74, 78] // A4 D5 F#5: bronze, silver, gold
const CHORD = [50, 57, 62, 66, 69, 73, 76] // D3 A3 D4 F#4 A4 C#5 E5
const DUST = [85, 86, 88, 90, 92, 93, 97] // C#6 D6 E6 F#6 G#6 A6 C#7

/** Plays the sound of a donation: a coin, three steps up, a chord that opens, and glitter. */
export function playDonation(random: Random): Track {
  const track = createTrack(SECONDS)
  playCoin(track)
  playSteps(track)
  playChord(track)
  scatterDust(track, random)
  play(track, { at: 0.02, seconds: CHORD_AT, gain: 0.16, pan: 0 }, rush(CHORD_AT, random))
  addRoom(track, 2.4, 0.2)
  fadeOut(track, 0.9)
  scaleToPeak(track, 0.9)
  return track
}

function playCoin(track: Track): void {
  play(track, { at: 0, seconds: 0.6, gain: 0.26, pan: -0.25 }, clink(88))
  play(track, { at: 0.075, seconds: 0.9, gain: 0.3, pan: 0.2 }, clink(93))
}

function playSteps(track: Track): void {
  STEPS.forEach((note, step) => {
    const cue = {
      at: 0.14 + step * 0.12,
      seconds: 1.6,
      gain: 0.3 + step * 0.03,
      pan: (step - 1) * 0.45,
    }
    play(track, cue, bell(note, 1.0))
  })
}

function playChord(track: Track): void {
  play(track, { at: CHORD_AT, seconds: 1, gain: 0.42, pan: 0 }, drum(38))
  for (const note of CHORD) {
    for (const side of [-1, 1]) {
      const cue = { at: CHORD_AT - 0.03, seconds: 2.7, gain: 0.062, pan: side * 0.7 }
      play(track, cue, swell(note, side * 0.0016))
    }
  }
  play(track, { at: CHORD_AT, seconds: 2.7, gain: 0.34, pan: 0 }, bell(81, 1.9)) // A5
  play(track, { at: CHORD_AT + 0.012, seconds: 2.7, gain: 0.2, pan: -0.4 }, bell(86, 1.6)) // D6
  play(track, { at: CHORD_AT + 0.024, seconds: 2.7, gain: 0.15, pan: 0.4 }, bell(90, 1.4)) // F#6
}

function scatterDust(track: Track, random: Random): void {
  for (const note of DUST) {
    for (let fall = 0; fall < 4; fall++) {
      const progress = random()
      const at = CHORD_AT + 0.16 + 1.8 * progress
      const gain = 0.1 * (1 - progress) ** 1.1 + 0.012
      play(track, { at, seconds: 0.8, gain, pan: random() * 1.8 - 0.9 }, bell(note, 0.5))
    }
  }
}
