import { useId } from 'react'
import { useIsTakingDonations } from '#client/lib/campaign.ts'
import { ArrowIcon } from '#client/ui/icons.tsx'
import { CampaignLine } from './campaign-line.tsx'
import aboveSheetStyles from './hero-above-sheet.module.css'
import styles from './hero.module.css'

export interface HeroProps {
  /** True below a greeting, which is then the page's heading instead of the question. */
  isGreeted?: boolean
  onDonate: () => void
}

/**
 * Shows the call to action: the question is the page's heading and a label of the button, so that
 * both can be pressed and the button is named by both.
 */
export function Hero({ isGreeted = false, onDonate }: HeroProps) {
  const isTaking = useIsTakingDonations()
  const id = useId()
  const Question = isGreeted ? 'p' : 'h1'
  const question = 'Think you can conquer the leaderboard?'
  return (
    <div
      className={`${styles.hero} ${aboveSheetStyles.hero}`}
      data-greeted={isGreeted || undefined}
    >
      <div className={styles.call}>
        <Question id={`${id}-question`} className={styles.question} tabIndex={-1}>
          {isTaking ? <label htmlFor={id}>{question}</label> : question}
        </Question>{' '}
        {isTaking && (
          <button
            type="button"
            id={id}
            className={styles.answer}
            aria-labelledby={`${id}-question ${id}-answer`}
            onClick={onDonate}
          >
            <span id={`${id}-answer`}>Donate NOW!</span>
            <ArrowIcon />
          </button>
        )}
      </div>
      <CampaignLine />
    </div>
  )
}
