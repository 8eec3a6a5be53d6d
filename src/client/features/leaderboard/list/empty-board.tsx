import { useContext } from 'react'
import type { PublicDonation } from '#contract/donations.ts'
import { useIsTakingDonations } from '#client/lib/campaign.ts'
import { TeamBoardContext } from '../own/team-board.ts'
import listStyles from './donor-list.module.css'
import styles from './empty-board.module.css'
import { Orbits } from './orbits.tsx'
import { OpenPlace, type OpenPlaceActions } from './open-place.tsx'

const PLACES = [1, 2, 3]
const NOBODY: readonly PublicDonation[] = []

/** Shows the empty podium and invites the first donor. */
export function EmptyBoard(actions: OpenPlaceActions) {
  // The sky of teams says so, above.
  const hasSky = useContext(TeamBoardContext)
  const isTaking = useIsTakingDonations()
  if (hasSky) return null
  const isClosed = actions.isClosed === true || !isTaking
  return (
    <div className={listStyles.stage}>
      <Orbits />
      <div className={styles.podium}>
        {PLACES.map((place) => (
          <OpenPlace
            key={place}
            as="div"
            position={place}
            rows={NOBODY}
            {...actions}
            isClosed={isClosed}
          />
        ))}
      </div>
      <div className={styles.invitation}>
        {isClosed ? (
          <p>
            {actions.isClosed
              ? 'Only what is given during the round counts here.'
              : 'Nobody has given here, and donations are closed.'}
          </p>
        ) : (
          <>
            <strong>Be the first sun</strong>
            <p>No donations yet: the first one takes&nbsp;#1.</p>
          </>
        )}
      </div>
    </div>
  )
}
