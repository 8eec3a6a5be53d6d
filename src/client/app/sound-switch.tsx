import {
  previewDonationSound,
  setSoundLevel,
  SOUND_LEVELS,
  useSoundLevel,
} from '#client/lib/sound.ts'
import { Button } from '#client/ui/button.tsx'
import { SoundIcon } from '#client/ui/icons.tsx'
import styles from './sound-switch.module.css'

/** Switches the sound from full to soft to off, and plays a sample of each. */
export function SoundSwitch() {
  const level = useSoundLevel()
  const next = SOUND_LEVELS[(SOUND_LEVELS.indexOf(level) + 1) % SOUND_LEVELS.length] ?? 'full'
  return (
    <Button
      className={styles.sound}
      data-level={level}
      aria-label={`Sound: ${level}`}
      title={`Sound: ${level}. Press for ${next}.`}
      onClick={() => {
        setSoundLevel(next)
        void previewDonationSound()
      }}
    >
      <SoundIcon level={level} />
    </Button>
  )
}
