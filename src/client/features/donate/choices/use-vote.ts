import { useState } from 'react'
import { useCampaign } from '#client/lib/campaign.ts'

/** Holds the option that the donor votes for with the next donation; none at first. */
export function useVote() {
  const { choices } = useCampaign()
  const [optionId, choose] = useState<string>()
  const options = (choices ?? []).flatMap((choice) => choice.options)
  return {
    optionId,
    /** The words of the option; undefined without one. */
    label: options.find(({ id }) => id === optionId)?.label,
    choose,
    /** True while there is something to say about votes. */
    isOffered: choices !== undefined || optionId !== undefined,
  }
}

export type Vote = ReturnType<typeof useVote>
