import type { Recap } from '#contract/crowns.ts'
import { findRecap, type CrownsDeps } from './crowns.ts'
import { keyOf, shareAnswers } from './share-answers.ts'

/** Returns the recap of a round, or of all time; rejects with `not-found` if there is none. */
export type ReadRecap = (roundId: string | undefined) => Promise<Recap>

/** Creates a reader of recaps, which counts each once for all who ask for it at about the same time. */
export function createRecapReader(deps: CrownsDeps): ReadRecap {
  const share = shareAnswers(deps)
  return (roundId) => share(keyOf('recap', roundId), () => findRecap(deps, roundId))
}
