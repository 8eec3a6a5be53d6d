import { BODY_MARK } from '#client/lib/board-marks.ts'
import styles from './celestial-body.module.css'
import { findInitials } from './initials.ts'

declare module 'react' {
  interface CSSProperties {
    /** Degrees. */
    '--hue'?: number
    /** 0 to 1. */
    '--mass'?: number
  }
}

export interface CelestialBodyProps {
  /** The donation's id, which gives the body its colour, the same one everywhere. */
  id: string
  name: string
  amountCents: number
}

/** Draws the donor's planet with their initials. */
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

/** The number of sizes: the browser makes the initials' font anew for each, which takes time. */
const MASS_STEPS = 8

/** Returns the mass, 0 to 1: each tenfold amount adds the same, up to `MAX_MASS_DOLLARS`. */
function massOf(amountCents: number): number {
  const magnitude = Math.log10(amountCents / 100) / Math.log10(MAX_MASS_DOLLARS)
  return Math.round(Math.min(1, Math.max(0, magnitude)) * MASS_STEPS) / MASS_STEPS
}

/** Hashes the id (FNV-1a): ids that differ in one character still get different colours. */
function hueOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  }
  return HUES[(hash >>> 0) % HUES.length] ?? 0
}

/** The galaxy's own colours, degrees, from its blue arms over violet to the rose of its nebulae. */
const HUES = [222, 240, 258, 276, 294, 312, 332, 352]
