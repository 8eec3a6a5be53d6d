import { useEffect, useRef, useState } from 'react'
import {
  playDonationSound,
  stopDonationSound,
  type PlaybackResult,
} from '#client/lib/donation-sound.ts'
import type { Achievement } from './achievement.ts'

/** The share of the volume for a donation below the top ten. */
const JOINED_VOLUME = 0.7

export interface DonationSound {
  /** True if the browser requires a gesture first. */
  isRefused: boolean
  play: () => Promise<void>
  /** Fades the sound out with a celebration that is ended early. */
  fadeOut: () => void
}

/**
 * Plays the donation sound. If the click that led here was on the provider's page, the browser
 * refuses the sound; the next gesture on this page then plays it, even one that ends the
 * celebration.
 */
export function useDonationSound(achievement: Achievement): DonationSound {
  const [playback, setPlayback] = useState<PlaybackResult>()
  const startedByGesture = useRef(false)
  const volumeShare = achievement === 'joined' ? JOINED_VOLUME : 1
  const isRefused = playback === 'refused'

  useEffect(() => {
    void playDonationSound(volumeShare).then(setPlayback)
  }, [volumeShare])

  useEffect(() => {
    if (!isRefused) return
    const controller = new AbortController()
    const retry = async () => {
      startedByGesture.current = true
      setPlayback(await playDonationSound(volumeShare))
    }
    // A touch counts as a gesture on release, any other input when it begins.
    for (const gesture of ['pointerdown', 'pointerup', 'keydown']) {
      document.addEventListener(gesture, () => void retry(), { signal: controller.signal })
    }
    return () => controller.abort()
  }, [isRefused, volumeShare])

  return {
    isRefused,
    play: async () => setPlayback(await playDonationSound(volumeShare)),
    fadeOut: () => {
      if (!startedByGesture.current) stopDonationSound()
    },
  }
}
