import { setSoundLevel, SOUND_LEVELS, useSoundLevel } from '#client/lib/sound-level.ts'
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
        // A sound that cannot be loaded now is no reason to tell of it.
        preview().catch(() => undefined)
      }}
    >
      <SoundIcon level={level} />
    </Button>
  )
}

async function preview(): Promise<void> {
  const { previewDonationSound } = await import('#client/lib/donation-sound.ts')
  await previewDonationSound()
}
