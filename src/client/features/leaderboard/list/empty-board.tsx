import { useContext } from 'react'
import type { PublicDonation } from '#contract/donations.ts'
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
  if (useContext(TeamBoardContext)) return null
  return (
    <div className={listStyles.stage}>
      <Orbits />
      <div className={styles.podium}>
        {PLACES.map((place) => (
          <OpenPlace key={place} as="div" position={place} rows={NOBODY} {...actions} />
        ))}
      </div>
      <div className={styles.invitation}>
        {actions.isClosed ? (
          <p>Only what is given during the round counts here.</p>
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
