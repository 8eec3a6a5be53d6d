import { BODY_MARK } from '#client/lib/board-marks.ts'
import styles from './celestial-body.module.css'
import { findInitials } from './initials.ts'

declare module 'react' {
  interface CSSProperties {
    /** Degrees. */
    '--hue'?: number
    /** From 0 to 1. */
    '--mass'?: number
  }
}

export interface CelestialBodyProps {
  /** Gives the body its colour, the same one everywhere. */
  id: string
  name: string
  amountCents: number
}

/** The donor's body in the galaxy: a planet, or a sun where it stands on the podium. */
export function CelestialBody({ id, name, amountCents }: CelestialBodyProps) {
  return (
    <span
      className={styles.body}
      {...BODY_MARK}
      style={{ '--hue': hueOf(id), '--mass': massOf(amountCents) }}
      aria-hidden="true"
    >
      {findInitials(name)}
    </span>
  )
}

const MAX_MASS_DOLLARS = 10_000

/** Each tenfold of a dollar adds as much to see; beyond the heaviest nothing more. */
function massOf(amountCents: number): number {
  const magnitude = Math.log10(amountCents / 100) / Math.log10(MAX_MASS_DOLLARS)
  return Math.round(Math.min(1, Math.max(0, magnitude)) * 100) / 100
}

/** FNV-1a: ids that differ in one sign only still get colours far apart. */
function hueOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  }
  return HUES[(hash >>> 0) % HUES.length] ?? 0
}

/** The galaxy's own colours, from its blue arms over violet to the rose of its nebulae. */
const HUES = [222, 240, 258, 276, 294, 312, 332, 352]
