import { useState } from 'react'
import { useCampaign } from '#client/lib/campaign.ts'
import { useDraft } from '../use-draft.ts'

/** Holds the option that the donor votes for with the next donation; none at first. */
export function useVote() {
  const { choices } = useCampaign()
  const [optionId, setOptionId] = useDraft('optionId', undefined)
  const [hasClosed, setHasClosed] = useState(false)
  const [idsAtFirst] = useState(() => new Set(choices?.map(({ id }) => id)))
  const options = (choices ?? []).flatMap((choice) => choice.options)

  function set(id: string | undefined, isLost: boolean): void {
    setOptionId(id)
    setHasClosed(isLost)
  }

  return {
    optionId,
    /** The ids of the choices that were there with the panel. */
    idsAtFirst,
    /** The words of the option; undefined without one. */
    label: options.find(({ id }) => id === optionId)?.label,
    choose: (id: string | undefined) => set(id, false),
    /** True if the choice has closed whose option was chosen last. */
    hasClosed,
    /** Takes the option back, since its choice is not open any more. */
    lose: () => set(undefined, true),
    /** True while there is something to say about votes. */
    isOffered: choices !== undefined || optionId !== undefined || hasClosed,
  }
}

export type Vote = ReturnType<typeof useVote>
