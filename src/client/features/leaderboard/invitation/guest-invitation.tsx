import { useSession } from '#client/lib/session.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import type { LeaderboardView } from '../live/leaderboard-view.ts'
import type { InvitationProps } from './invitation.tsx'

/** Fetches the invitation for windows that have room for it: see its styles. */
const loadInvitation = () =>
  matchMedia('(min-width: 76rem)').matches
    ? import('./invitation.tsx')
    : Promise.reject(new Error('The window is too narrow.'))

export interface GuestInvitationProps extends Pick<InvitationProps, 'onTake'> {
  view: LeaderboardView
}

/** Shows the invitation to those who are signed out, while the board is that of now. */
export function GuestInvitation({ view, onTake }: GuestInvitationProps) {
  const session = useSession()
  if (session.state !== 'signed-out' || view.board === null || !isCurrent(view)) return null
  return <DeferredInvitation board={view.board} onTake={onTake} />
}

/** Returns whether the rows are those of now: an offer of any other board could be untrue. */
function isCurrent({ status, wasLive, paused }: LeaderboardView): boolean {
  return !paused && (status === 'live' || (wasLive && status === 'connecting'))
}

function DeferredInvitation(props: InvitationProps) {
  const part = useDeferredModule(loadInvitation)
  return part && <part.Invitation {...props} />
}
