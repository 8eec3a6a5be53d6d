import { findInitials } from './initials.ts'
import styles from './avatar.module.css'

declare module 'react' {
  interface CSSProperties {
    /** Degrees. */
    '--hue'?: number
  }
}

export interface AvatarProps {
  /** Gives the disc its colour, the same one everywhere. */
  id: string
  name: string
}

export function Avatar({ id, name }: AvatarProps) {
  return (
    <span className={styles.avatar} style={{ '--hue': hueOf(id) }} aria-hidden="true">
      {findInitials(name)}
    </span>
  )
}

/** FNV-1a: ids that differ in one sign only still get colours far apart. */
function hueOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % 360
}
