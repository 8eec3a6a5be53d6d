import styles from './orbits.module.css'

/** The ways of the three suns around the galaxy's core, behind the podium. */
export function Orbits() {
  return (
    <svg
      className={styles.orbits}
      viewBox="0 0 760 260"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      <ellipse cx="380" cy="86" rx="150" ry="30" />
      <ellipse cx="380" cy="92" rx="262" ry="60" />
      <ellipse cx="380" cy="100" rx="396" ry="98" />
    </svg>
  )
}
