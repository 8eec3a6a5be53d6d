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

function hueOf(id: string): number {
  let hash = 0
  for (let index = 0; index < id.length; index++) hash = (hash * 31 + id.charCodeAt(index)) % 360
  return hash
}
