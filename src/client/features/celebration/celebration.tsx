import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { playDonationSound, type SoundOutcome } from '../../lib/sound.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SoundIcon } from '../../ui/icons.tsx'
import styles from './celebration.module.css'
import { throwConfetti } from './confetti.ts'

export const CELEBRATION_MS = 5_000

export interface CelebrationProps {
  /** The donor's first name; null where the provider told none. */
  name: string | null
  /** Where the donation stands on the board; null where it is not shown. */
  position: number | null
  onEnd: () => void
}

/** Thanks the donor over the whole page, and leaves by itself. */
export function Celebration({ name, position, onEnd }: CelebrationProps) {
  const canvas = useConfetti()
  const isRefused = useFanfare()
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    const timer = setTimeout(() => end(), CELEBRATION_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Dialog
      className={styles.stage}
      labelledBy="celebration-title"
      describedBy="celebration-text"
      onClose={onEnd}
    >
      <div className={styles.scene}>
        <button type="button" className={styles.end} aria-label="Close" onClick={onEnd} />
        <canvas ref={canvas} className={styles.confetti} aria-hidden="true" />
        <div className={styles.words} aria-live="polite">
          <h2 id="celebration-title" className={styles.title}>
            Thank You!
          </h2>
          <p id="celebration-text" className={styles.text}>
            {name !== null && <bdi className={styles.name}>{name},</bdi>} welcome to the Royale!
          </p>
          {position !== null && <p className={styles.position}>You stand at #{position}</p>}
        </div>
        {isRefused && (
          <Button className={styles.sound} onClick={() => void playDonationSound()}>
            <SoundIcon level="full" />
            Play sound
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function useConfetti() {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => (canvas.current ? throwConfetti(canvas.current, CELEBRATION_MS) : undefined), [])
  return canvas
}

/**
 * Plays the fanfare, and answers whether the browser refuses it.
 *
 * The click that led here may have been on the provider's page: then the browser refuses the
 * sound, and the next touch of this page brings it.
 */
function useFanfare() {
  const [outcome, setOutcome] = useState<SoundOutcome>()
  const isRefused = outcome === 'refused'

  useEffect(() => {
    void playDonationSound().then(setOutcome)
  }, [])

  useEffect(() => {
    if (!isRefused) return
    const armed = new AbortController()
    const fire = () => {
      armed.abort()
      void playDonationSound().then(setOutcome)
    }
    for (const gesture of ['pointerdown', 'keydown']) {
      document.addEventListener(gesture, fire, { signal: armed.signal })
    }
    return () => armed.abort()
  }, [isRefused])

  return isRefused
}
