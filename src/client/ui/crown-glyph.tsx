import styles from './crown-glyph.module.css'

/** Draws the crown of the logo by itself: three points, and a sun on each. */
export function CrownGlyph({ isFirst = false }: { isFirst?: boolean }) {
  return (
    <svg
      className={styles.glyph}
      viewBox="0 0 24 20"
      aria-hidden="true"
      data-first={isFirst ? '' : undefined}
    >
      <path
        className={styles.body}
        d="M3.4 9.4Q6.3 13.2 8.5 12.7Q11.3 11.9 12 6.7Q12.7 11.9 15.5 12.7Q17.7 13.2 20.6 9.4L19.2 16.4Q12 19.2 4.8 16.4Z"
      />
      <circle className={styles.sun} cx="12" cy="3.1" r="2.3" />
      <circle className={styles.sun} cx="2.9" cy="6.5" r="1.9" />
      <circle className={styles.sun} cx="21.1" cy="6.5" r="1.9" />
    </svg>
  )
}
