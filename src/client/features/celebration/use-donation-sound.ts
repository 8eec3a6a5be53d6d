import { useEffect, useRef, useState } from 'react'
import { playDonationSound, stopDonationSound, type PlaybackResult } from '#client/lib/sound.ts'
import type { Achievement } from './achievement.ts'

/** Who joins is greeted, not trumpeted. */
const JOINED_VOLUME = 0.7

export interface DonationSound {
  /** The browser wants a gesture first. */
  isRefused: boolean
  play: () => Promise<void>
  /** Lets it fade with a celebration that is ended early. */
  fadeOut: () => void
}

/**
 * Plays the sound. The click that led here may have been on the provider's page: then the browser
 * refuses the sound, and the next gesture on this page brings it, even one that ends the
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
    // A finger's gesture counts when it is lifted, any other when it begins.
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
