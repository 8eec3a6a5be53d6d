import { useEffect, useRef, useState } from 'react'
import { playDonationSound, stopDonationSound, type SoundOutcome } from '#client/lib/sound.ts'
import type { Achievement } from './achievement.ts'

/** Who joins is greeted, not trumpeted. */
const GREETING = 0.7

export interface Fanfare {
  /** The browser wants a gesture first. */
  isRefused: boolean
  play: () => Promise<void>
  /** Lets it fade with a celebration that is ended early. */
  hush: () => void
}

/**
 * Plays the fanfare. The click that led here may have been on the provider's page: then the browser
 * refuses the sound, and the next gesture on this page brings it, even one that ends the
 * celebration.
 */
export function useFanfare(achievement: Achievement): Fanfare {
  const [outcome, setOutcome] = useState<SoundOutcome>()
  const isBelated = useRef(false)
  const share = achievement === 'joined' ? GREETING : 1
  const isRefused = outcome === 'refused'

  useEffect(() => {
    void playDonationSound(share).then(setOutcome)
  }, [share])

  useEffect(() => {
    if (!isRefused) return
    const armed = new AbortController()
    const fire = async () => {
      isBelated.current = true
      setOutcome(await playDonationSound(share))
    }
    // A finger's gesture counts when it is lifted, any other when it begins.
    for (const gesture of ['pointerdown', 'pointerup', 'keydown']) {
      document.addEventListener(gesture, () => void fire(), { signal: armed.signal })
    }
    return () => armed.abort()
  }, [isRefused, share])

  return {
    isRefused,
    play: async () => setOutcome(await playDonationSound(share)),
    hush: () => {
      if (!isBelated.current) stopDonationSound()
    },
  }
}
