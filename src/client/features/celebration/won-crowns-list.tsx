import { CrownGlyph } from '#client/ui/crown-glyph.tsx'
import type { WonCrown } from './won-crowns.ts'
import styles from './won-crowns.module.css'

/** Shows the crowns that a donation has won, each with what won it. */
export function WonCrowns({ crowns }: { crowns: readonly WonCrown[] }) {
  return (
    <ul className={styles.crowns} aria-label="Your crowns">
      {crowns.map(({ title, feat }) => (
        <li key={title}>
          <CrownGlyph />
          <span>
            {title} <b>{feat}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}
