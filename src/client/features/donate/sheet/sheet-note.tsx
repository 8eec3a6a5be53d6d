import { TestBadge } from '../panel-head.tsx'
import { ShownName } from '../texts/shown-as.tsx'
import type { Vote } from '../choices/use-vote.ts'
import type { DonationTexts } from '../texts/use-donation-texts.ts'
import styles from './sheet-note.module.css'

export interface SheetNoteProps {
  isTest: boolean
  texts: DonationTexts
  vote: Pick<Vote, 'label'>
  /** True while a message stands where it would. */
  isReplaced: boolean
}

/** Says beside the sheet's buttons what a press makes public, also while the sheet is closed. */
export function SheetNote({ isTest, texts, vote, isReplaced }: SheetNoteProps) {
  const { profile, anonymous } = texts
  return (
    <div className={styles.note}>
      {isTest && <TestBadge />}
      <p hidden={isReplaced}>
        {!anonymous && profile?.displayName === null ? (
          <span className={styles.first}>First name shown · </span>
        ) : (
          <>
            <ShownName displayName={profile?.displayName} anonymous={anonymous} />
            {' · '}
          </>
        )}
        {vote.label === undefined ? (
          'receipt by email'
        ) : (
          <>
            vote: <bdi>{vote.label}</bdi>
          </>
        )}
      </p>
    </div>
  )
}
