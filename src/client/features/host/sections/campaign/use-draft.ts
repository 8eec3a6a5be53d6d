import { useState } from 'react'
import type { HostCampaign } from '#contract/campaign/settings.ts'
import { toValues, type CampaignValues, type ValueName } from './campaign-values.ts'
import { keepDraft, listChanged, listConflicts, readDraft, takeRest, type Draft } from './draft.ts'

/** The draft of the campaign, over what is live. */
export interface DraftView {
  /** The version that is published now. */
  version: number
  live: CampaignValues
  /** The values as the form shows them. */
  values: CampaignValues
  changed: ValueName[]
  /** The values that somebody else has changed too since the draft began. */
  conflicts: ValueName[]
  edit: (name: ValueName, value: string) => void
  putBack: (name: ValueName) => void
  /** Settles a conflict: keeps the own value, or takes the live one. */
  settle: (name: ValueName, choice: 'own' | 'live') => void
  discard: () => void
  /** Drops what was published; what was typed meanwhile stays. */
  dropPublished: (published: Partial<CampaignValues>) => void
}

/** Keeps the host's changes in this tab, through reloads, until they are published. */
export function useDraft({ campaign }: HostCampaign): DraftView {
  const [draft, setDraft] = useState<Draft | undefined>(readDraft)
  const live = toValues(campaign)
  const begun = draft ?? { version: campaign.version, base: live, edits: {} }
  const conflicts = listConflicts(begun, live)

  function change(edits: Partial<CampaignValues>, base = begun.base): void {
    const next = { version: campaign.version, base: { ...live, ...keptBase(base) }, edits }
    const isEmpty = listChanged(next, live).length === 0
    setDraft(isEmpty ? undefined : next)
    keepDraft(isEmpty ? undefined : next)
  }

  /** Values in conflict keep their old base until the host has settled them. */
  function keptBase(base: CampaignValues): Partial<CampaignValues> {
    return Object.fromEntries(conflicts.map((name) => [name, base[name]]))
  }

  function drop(name: ValueName): void {
    const { [name]: _dropped, ...edits } = begun.edits
    change(edits, { ...begun.base, [name]: live[name] })
  }

  return {
    version: campaign.version,
    live,
    values: { ...live, ...begun.edits },
    changed: listChanged(begun, live),
    conflicts,
    edit: (name, value) => change({ ...begun.edits, [name]: value }),
    putBack: drop,
    settle: (name, choice) => {
      if (choice === 'live') drop(name)
      else change(begun.edits, { ...begun.base, [name]: live[name] })
    },
    discard: () => change({}),
    dropPublished: (published) =>
      setDraft((current) => {
        const rest = current && takeRest(current, published)
        keepDraft(rest)
        return rest
      }),
  }
}
