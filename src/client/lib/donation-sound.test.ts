import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  playDonationSound,
  unlockDonationSound,
  previewDonationSound,
  stopDonationSound,
} from './donation-sound.ts'
import { setSoundLevel } from './sound-level.ts'

let plays = 0
let refuses = false

/** The page's one player; jsdom has none that plays. */
const player = {
  volume: 1,
  muted: false,
  paused: true,
  currentTime: 0,
  async play() {
    plays += 1
    if (refuses) throw new DOMException('No gesture yet.', 'NotAllowedError')
    player.paused = false
  },
  pause() {
    player.paused = true
  },
}

const heard = () => (player.paused ? undefined : player)

vi.stubGlobal('Audio', function Audio() {
  return player
})

beforeEach(() => {
  vi.useFakeTimers()
  plays = 0
  refuses = false
})

afterEach(() => {
  setSoundLevel('full')
  player.pause()
  vi.useRealTimers()
})

test('it is as loud as the visitor wants it, and quieter by its share', async () => {
  expect(await playDonationSound()).toBe('played')
  expect(heard()?.volume).toBe(1)
  setSoundLevel('soft')
  await playDonationSound(0.5)
  expect(heard()?.volume).toBeCloseTo(0.15)
})

test('the level is remembered', () => {
  setSoundLevel('soft')
  expect(localStorage.getItem('sound-level')).toBe('soft')
})

test('switching it off fades a playing sound, and later ones are not played', async () => {
  await playDonationSound()
  setSoundLevel('off')
  await vi.advanceTimersByTimeAsync(100)
  expect(heard()?.volume).toBeCloseTo(0.5)
  await vi.advanceTimersByTimeAsync(100)
  expect(heard()).toBeUndefined()
  expect(await playDonationSound()).toBe('muted')
  expect(heard()).toBeUndefined()
})

test('a browser that refuses is no failure', async () => {
  refuses = true
  expect(await playDonationSound()).toBe('refused')
})

test('a sound that is played again while it fades is as loud as before', async () => {
  await playDonationSound()
  stopDonationSound()
  await vi.advanceTimersByTimeAsync(100)
  await playDonationSound()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(heard()?.volume).toBe(1)
})

test('the preview ends before the chord opens', async () => {
  await previewDonationSound()
  expect(heard()).toBeDefined()
  await vi.advanceTimersByTimeAsync(700)
  expect(heard()).toBeUndefined()
})

test('the next gesture unlocks it muted, once', async () => {
  const withdraw = unlockDonationSound()
  fireEvent.pointerUp(document.body)
  expect(heard()?.muted).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(heard()).toBeUndefined()
  fireEvent.keyDown(document.body)
  expect(plays).toBe(1)
  withdraw()
})

test('a sound that is requested while it is being unlocked plays to its end', async () => {
  unlockDonationSound()
  fireEvent.pointerUp(document.body)
  await playDonationSound()
  await vi.advanceTimersByTimeAsync(0)
  expect(heard()?.muted).toBe(false)
})
