import type { Achievement } from './achievement.ts'
import styles from './light.module.css'

/** Draws the light at the donation's place: a glow for `joined`, up to a supernova for `first`. */
export function Light({ achievement }: { achievement: Achievement }) {
  const isPodium = achievement !== 'joined' && achievement !== 'top-ten'
  return (
    <div className={styles.light} data-achievement={achievement} aria-hidden="true">
      <span className={styles.glow} />
      {achievement === 'first' && <span className={styles.dust} />}
      {isPodium && <span className={styles.shell} />}
      {achievement === 'first' && <span className={styles.shell} data-second="" />}
      {isPodium && <span className={styles.flare} />}
      {/* In a row the other one would strike through its place and its name. */}
      {(achievement === 'first' || achievement === 'top-ten') && (
        <span className={styles.flare} data-upright="" />
      )}
      {achievement === 'first' && <span className={styles.core} />}
    </div>
  )
}
