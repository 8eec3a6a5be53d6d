import type { Round } from '#contract/rounds.ts'
import { useDeferredModule } from '#client/lib/use-deferred-module.ts'
import type { OwnInRound } from './own-result.ts'
import type { Ceremony } from './use-ceremony.ts'
import { useFreeMoment } from './use-free-moment.ts'
import { useResults } from './use-results.ts'

const loadCeremony = () => import('./ceremony.tsx')

export interface PodiumOptions {
  /** Returns what the page knows of the viewer in a round. */
  findOwn: (round: Round) => OwnInRound
  /** True while the viewer has paused the live updates. */
  isPaused: boolean
  /** Opens the hall of fame; undefined while nobody is in it. */
  onHall: (() => void) | undefined
}

/**
 * Fetches a ceremony, and opens it once the viewer is free for it. `offer` opens it at once, while it
 * waits; `dialog` is it while it is open.
 */
export function usePodium(
  ceremony: Ceremony | undefined,
  { findOwn, isPaused, onHall }: PodiumOptions,
) {
  const part = useDeferredModule(loadCeremony)
  const results = useResults(ceremony?.round.id, ceremony?.round.results)
  const ready = part && results && ceremony
  const dueId = ready?.isOpen === false ? ready.round.id : undefined
  const waitedId = useFreeMoment(dueId, { isPaused, onFree: () => ready?.open() })
  if (!ready) return {}

  const { round, isOpen, open, close } = ready
  const handleHall = () => {
    close()
    onHall?.()
  }
  return {
    offer: !isOpen && waitedId === round.id ? open : undefined,
    dialog: isOpen && (
      <part.Ceremony
        key={round.id}
        round={round}
        results={results}
        own={findOwn(round)}
        onClose={close}
        onHall={onHall && handleHall}
      />
    ),
  }
}
