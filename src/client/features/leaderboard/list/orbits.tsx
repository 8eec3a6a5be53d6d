import styles from './orbits.module.css'

/** Draws the orbits of the second and the third sun around the first, behind the podium. */
export function Orbits() {
  return (
    <svg className={styles.orbits} data-orbits="" aria-hidden="true">
      <ellipse />
      <ellipse />
      <ellipse />
    </svg>
  )
}
