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
  const isHeld = !anonymous && profile?.holdsTexts === true
  // One line on phones has no room for both.
  const rest = vote.label === undefined && isHeld ? undefined : <Rest label={vote.label} />
  const end = `${isHeld ? ' once approved' : ''}${rest === undefined ? '' : ' · '}`
  return (
    <div className={styles.note}>
      {isTest && <TestBadge />}
      <p hidden={isReplaced}>
        {!anonymous && profile?.displayName === null ? (
          <span className={styles.first}>First name shown{end}</span>
        ) : (
          <>
            <ShownName displayName={profile?.displayName} anonymous={anonymous} />
            {end}
          </>
        )}
        {rest}
      </p>
    </div>
  )
}

/** Says what else follows from a press. */
function Rest({ label }: Pick<Vote, 'label'>) {
  if (label === undefined) return 'receipt by email'
  return (
    <>
      vote: <bdi>{label}</bdi>
    </>
  )
}
