import { useSyncExternalStore } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import { isTakingDonations } from '#contract/campaign/availability.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { readStorage } from './storage.ts'

/** The key of the texts that `rememberCampaign` stores; raised whenever their shape changes. */
export const TEXTS_KEY = 'campaign:1'

/** Holds the campaign: as it came with the document, and then as the live stream sends it. */
export class CampaignStore {
  /** False until the server has told the campaign: a page opened offline shows the last one's texts. */
  isKnown = false
  #campaign = DEFAULT_CAMPAIGN
  readonly #listeners = new Set<() => void>()

  readonly read = (): Campaign => this.#campaign

  readonly isTaking = (): boolean => isTakingDonations(this.#campaign, Date.now())

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#listeners.add(onChange)
    return () => this.#listeners.delete(onChange)
  }

  /** Shows the texts of the last visit until the server tells the campaign. */
  recall(): void {
    this.#campaign = { ...DEFAULT_CAMPAIGN, ...readTexts() }
  }

  set(campaign: Campaign): void {
    this.isKnown = true
    this.#campaign = campaign
    for (const onChange of this.#listeners) onChange()
  }
}

function readTexts(): Partial<Campaign> | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page wrote it
    return JSON.parse(readStorage('browser', TEXTS_KEY) ?? '{}') as Partial<Campaign>
  } catch {
    return undefined
  }
}

/** The page's one campaign. */
export const campaignStore = new CampaignStore()

export function useCampaign(): Campaign {
  return useSyncExternalStore(campaignStore.subscribe, campaignStore.read, campaignStore.read)
}

/** Returns whether a donation can begin now; the live campaign renews this at the deadline. */
export function useIsTakingDonations(): boolean {
  const { subscribe, isTaking } = campaignStore
  return useSyncExternalStore(subscribe, isTaking, isTaking)
}
