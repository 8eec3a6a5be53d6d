import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import type { MatchNoteProps } from './match-note.tsx'
import type { Vote } from './use-vote.ts'

const loadVotePart = () => import('./vote-part.tsx')
const loadMatchNote = () => import('./match-note.tsx')

/** Fetches and shows the choices on which a donation can vote; most campaigns have none. */
export function DeferredVotePart({ vote }: { vote: Vote }) {
  return vote.isOffered && <LoadedVotePart vote={vote} />
}

function LoadedVotePart({ vote }: { vote: Vote }) {
  const part = useDeferredModule(loadVotePart)
  return part && <part.VotePart vote={vote} />
}

/** Fetches and shows what matches would add to the amount. */
export function DeferredMatchNote(props: MatchNoteProps) {
  const part = useDeferredModule(loadMatchNote)
  return part && <part.MatchNote {...props} />
}
