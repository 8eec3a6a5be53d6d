import { useState, type ReactNode } from 'react'
import type { MatchedDonation } from '#contract/matches.ts'
import { Button } from '#client/ui/button.tsx'
import { SoundIcon } from '#client/ui/icons.tsx'
import { useCampaign } from '#client/lib/campaign.ts'
import { keepPlaces } from '#client/lib/format.ts'
import type { Limits } from '#client/lib/offers.ts'
import { useOwnPlaces } from '#client/lib/own-places.ts'
import {
  achievementOf,
  describeAchievement,
  describeSum,
  describeSumPlace,
  type Comparison,
  type SumPlace,
} from './achievement.ts'
import styles from './celebration.module.css'
import { CelebrationDialog } from './celebration-dialog.tsx'
import { MatchedLines } from './matched-lines.tsx'
import { useCelebrationTimer } from './use-celebration-timer.ts'
import { useDonationSound } from './use-donation-sound.ts'
import type { WonCrown } from './won-crowns.ts'
import { WonCrowns } from './won-crowns-list.tsx'
import wonStyles from './won-crowns.module.css'

export interface CelebrationProps {
  /** The donor's first name; null if the provider told none. */
  name: string | null
  /** Null for a payment that the board does not show. */
  donationId: string | null
  /** The donation's position on the board; null if it is not shown. */
  position: number | null
  comparison: Comparison
  /**
   * Renders the donor's actions; the celebration stays while they hold it. `told` is the place of the
   * donor's sum, if that is told in place of the donation's.
   */
  renderActions?: (hold: (isHeld: boolean) => void, told: SumPlace | undefined) => ReactNode
  onEnd: () => void
}

/** Thanks the donor over the whole page, lights their place on the board, and closes by itself. */
export function Celebration(props: CelebrationProps) {
  const { name, donationId, position, comparison, renderActions, onEnd } = props
  const { amounts } = useCampaign()
  const { achievement, told, ...sentences } = toTold(position, comparison, amounts)
  const rowId = useRowId(donationId, comparison.sum)
  const [isFocused, setFocused] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const isLeaving = useCelebrationTimer(isHeld || isFocused, onEnd)
  const sound = useDonationSound(achievement)

  function endEarly() {
    sound.fadeOut()
    onEnd()
  }

  return (
    <CelebrationDialog
      donationId={rowId}
      achievement={achievement}
      isLeaving={isLeaving}
      onClose={endEarly}
    >
      <CelebrationText
        name={name}
        isReturning={comparison.isReturning}
        {...sentences}
        crowns={comparison.crowns ?? []}
        matched={comparison.matched ?? []}
      />
      <Actions onFocused={setFocused}>
        {sound.isRefused && (
          <Button onClick={() => void sound.play()}>
            <SoundIcon level="full" />
            Play sound
          </Button>
        )}
        {renderActions?.(setHeld, told)}
      </Actions>
    </CelebrationDialog>
  )
}

/** Returns what is told of the place: of the donation's and the sum's, or where donors rank of the latter. */
function toTold(position: number | null, comparison: Comparison, limits: Limits) {
  const { ranksDonors = false, sum } = comparison
  if (!ranksDonors) {
    return {
      achievement: achievementOf(position),
      told: undefined,
      place: describeAchievement(position, comparison),
      sum: sum && describeSum(sum, limits),
    }
  }
  return {
    achievement: achievementOf(sum?.position ?? null),
    told: sum,
    place: sum && describeSumPlace(sum, limits),
    sum: undefined,
  }
}

/** Returns the id of the row that is celebrated: on a board of donors, the one with their sum. */
function useRowId(donationId: string | null, sum: SumPlace | undefined): string | null {
  const { sums } = useOwnPlaces()
  return sums !== undefined && sum !== undefined ? sum.id : donationId
}

interface CelebrationTextProps {
  name: string | null
  isReturning: boolean
  place: string | undefined
  sum: string | undefined
  crowns: readonly WonCrown[]
  matched: readonly MatchedDonation[]
}

function CelebrationText(props: CelebrationTextProps) {
  const { name, isReturning, place, sum, crowns, matched } = props
  return (
    <>
      <h2 id="celebration-title" className={styles.title}>
        Thank You!
      </h2>
      <p id="celebration-text" className={styles.text}>
        {name !== null && <bdi className={styles.name}>{name},</bdi>}{' '}
        {isReturning ? 'welcome back to the Royale!' : 'welcome to the Royale!'}
      </p>
      <div id="celebration-place" className={wonStyles.won}>
        {place !== undefined && (
          <p className={styles.place}>
            {keepPlaces(place)}
            {sum !== undefined && <span className={styles.sum}> {keepPlaces(sum)}</span>}
          </p>
        )}
        <MatchedLines matched={matched} />
        {crowns.length > 0 && <WonCrowns crowns={crowns} />}
      </div>
    </>
  )
}

interface ActionsProps {
  onFocused: (isFocused: boolean) => void
  children: ReactNode
}

/** Reports focus by keyboard, during which the celebration does not close. */
function Actions({ onFocused, children }: ActionsProps) {
  return (
    <div
      className={styles.actions}
      onFocus={({ target }) => onFocused(target.matches(':focus-visible'))}
      onBlur={() => onFocused(false)}
    >
      {children}
    </div>
  )
}
