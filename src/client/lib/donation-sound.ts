import { onSoundLevel, readSoundLevel, type SoundLevel } from './sound-level.ts'

const DONATION_SOUND = '/sounds/donation.mp3'

export type PlaybackResult = 'played' | 'muted' | 'refused'

/** Volumes from 0 to 1. Phones that leave the volume to their own keys play `soft` as `full`. */
const VOLUMES: Record<SoundLevel, number> = { full: 1, soft: 0.3, off: 0 }

const FADE_STEPS = 10
const FADE_STEP_MS = 20

/** The length of the preview, ms: the coin and the three bells, until the chord opens. */
const PREVIEW_MS = 430

let donationSound: HTMLAudioElement | undefined
let fadeTimer: ReturnType<typeof setInterval> | undefined

onSoundLevel(() => {
  if (readSoundLevel() === 'off') stopDonationSound()
})

/**
 * Plays the donation sound from its beginning, unless it is off; `volumeShare` (0 to 1) makes it
 * quieter than the visitor's level. Browsers refuse sound without a gesture on the page: returns
 * `refused` then, and a later call from within a gesture works.
 */
export async function playDonationSound(volumeShare = 1): Promise<PlaybackResult> {
  const level = readSoundLevel()
  if (level === 'off') return 'muted'
  const sound = getSound()
  clearInterval(fadeTimer)
  sound.muted = false
  sound.volume = VOLUMES[level] * volumeShare
  sound.currentTime = 0
  try {
    await sound.play()
    return 'played'
  } catch {
    return 'refused'
  }
}

/** Plays the beginning of the sound, so that the visitor hears how loud their level is. */
export async function previewDonationSound(): Promise<void> {
  if ((await playDonationSound()) !== 'played') return
  setTimeout(() => stopDonationSound(), PREVIEW_MS)
}

/** Fades the sound out, because a cut would click. */
export function stopDonationSound(): void {
  const sound = donationSound
  if (sound === undefined || sound.paused) return
  const volume = sound.volume
  let steps = FADE_STEPS
  clearInterval(fadeTimer)
  fadeTimer = setInterval(() => {
    steps -= 1
    sound.volume = (volume * steps) / FADE_STEPS
    if (steps > 0) return
    clearInterval(fadeTimer)
    sound.pause()
  }, FADE_STEP_MS)
}

/**
 * Loads and unlocks the sound at the visitor's next gesture: some browsers later play only what a
 * gesture has once played, even muted. Returns a function that cancels it.
 */
export function unlockDonationSound(): () => void {
  const controller = new AbortController()
  const unlock = () => {
    controller.abort()
    if (readSoundLevel() !== 'off') void playMuted(getSound())
  }
  // A touch counts as a gesture on release, not on contact.
  for (const gesture of ['pointerup', 'keydown']) {
    document.addEventListener(gesture, unlock, { signal: controller.signal })
  }
  return () => controller.abort()
}

async function playMuted(sound: HTMLAudioElement): Promise<void> {
  if (!sound.paused) return
  sound.muted = true
  try {
    await sound.play()
    pauseIfMuted(sound)
  } catch {
    // Then the celebration offers to play it.
  }
}

/** Pauses the sound, unless it was requested audibly before it began to play. */
function pauseIfMuted(sound: HTMLAudioElement): void {
  if (sound.muted) sound.pause()
}

function getSound(): HTMLAudioElement {
  donationSound ??= new Audio(DONATION_SOUND)
  return donationSound
}
