import { readStorage, writeStorage } from '#client/lib/storage.ts'
import { VALUE_NAMES, type CampaignValues, type ValueName } from './campaign-values.ts'

/** Changes of the campaign that are not published; they never leave this tab before. */
export interface Draft {
  /** The version on which the changes are based, and its values. */
  version: number
  base: CampaignValues
  edits: Partial<CampaignValues>
}

const STORAGE_KEY = 'campaign-draft'

/** Returns the draft that the tab has kept; undefined if it has none. */
export function readDraft(): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(readStorage('tab', STORAGE_KEY) ?? 'null')
    return isDraft(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

export function keepDraft(draft: Draft | undefined): void {
  writeStorage('tab', STORAGE_KEY, draft === undefined ? null : JSON.stringify(draft))
}

/** Returns the values that differ from what is live. */
export function listChanged({ edits }: Draft, live: CampaignValues): ValueName[] {
  return VALUE_NAMES.filter((name) => edits[name] !== undefined && edits[name] !== live[name])
}

/** Returns the values that the host and somebody else have changed, each in their way. */
export function listConflicts({ base, edits }: Draft, live: CampaignValues): ValueName[] {
  return VALUE_NAMES.filter(
    (name) => edits[name] !== undefined && live[name] !== base[name] && live[name] !== edits[name],
  )
}

/** Returns the edits that a publication did not have, over what it had; undefined if it had all. */
export function takeRest(draft: Draft, published: Partial<CampaignValues>): Draft | undefined {
  const rest = VALUE_NAMES.filter(
    (name) => draft.edits[name] !== undefined && draft.edits[name] !== published[name],
  )
  if (rest.length === 0) return undefined
  const edits = Object.fromEntries(rest.map((name) => [name, draft.edits[name]]))
  return { ...draft, base: { ...draft.base, ...published }, edits }
}

function isDraft(stored: unknown): stored is Draft {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'version' in stored &&
    typeof stored.version === 'number' &&
    'base' in stored &&
    'edits' in stored &&
    isTexts(stored.base) &&
    isTexts(stored.edits)
  )
}

function isTexts(values: unknown): boolean {
  return (
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((value) => typeof value === 'string')
  )
}
