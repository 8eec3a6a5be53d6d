import { useSession } from '#client/lib/session.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import { isFollowing, type LeaderboardView } from '../live/leaderboard-view.ts'
import type { InvitationProps } from './invitation.tsx'

/** Fetches the invitation for windows that have room for it: see its styles. */
const loadInvitation = () =>
  matchMedia('(min-width: 76rem)').matches
    ? import('./invitation.tsx')
    : Promise.reject(new Error('The window is too narrow.'))

export interface GuestInvitationProps extends Pick<InvitationProps, 'onTake'> {
  view: LeaderboardView
}

/**
 * Shows the invitation to those who are signed out: offers while the board is that of now, and why
 * there are none while it is an older one.
 */
export function GuestInvitation({ view, onTake }: GuestInvitationProps) {
  const session = useSession()
  const { board, status, wasLive } = view
  if (session.state !== 'signed-out' || board === null) return null
  if (status === 'connecting' && !wasLive) return null
  const waitsFor = isCurrent(view) ? undefined : findCause(view)
  return <DeferredInvitation board={board} waitsFor={waitsFor} onTake={onTake} />
}

/** Finds who must act before the board is that of now again. */
function findCause({ status, paused }: LeaderboardView): 'viewer' | 'server' {
  return paused && status !== 'offline' ? 'viewer' : 'server'
}

/**
 * Returns whether the rows are those of now, or of a few seconds ago: an offer of an older board
 * could be untrue.
 */
function isCurrent({ status, wasLive, paused }: LeaderboardView): boolean {
  return !paused && (isFollowing(status) || (wasLive && status === 'connecting'))
}

function DeferredInvitation(props: InvitationProps) {
  const part = useDeferredModule(loadInvitation)
  return part && <part.Invitation {...props} />
}
