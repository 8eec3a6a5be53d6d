import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import logoMark from '../assets/logo-mark.svg'
import logo from '../assets/logo.svg'
import styles from './logo.module.css'

export interface LogoProps {
  title: string
  /** The host's own picture, in place of the crown. */
  picture: string | null
  /** The widths at which the crown stands without its letters. */
  markMedia: string
}

/** Shows the title of the campaign: as our own wordmark while the host has set none. */
export function Logo({ title, picture, markMedia }: LogoProps) {
  if (title === DEFAULT_CAMPAIGN.title && picture === null) {
    return (
      <picture>
        <source media={markMedia} srcSet={logoMark} />
        <img src={logo} alt={title} />
      </picture>
    )
  }
  return (
    <span className={styles.title}>
      <img src={picture ?? logoMark} alt="" />
      <bdi>{title}</bdi>
    </span>
  )
}
