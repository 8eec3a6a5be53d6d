import type { Campaign } from '#contract/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { ShownRounds } from '#contract/recap-stand.ts'
import { QUESTION } from './cards/scene.ts'

/** The campaign, with the rounds that are shown, as cards and tags of links need it; each read gives the latest. */
export interface CampaignWords {
  readonly current: Pick<Campaign, 'title' | 'cause' | 'recipient'> & ShownRounds
}

/** Returns the line at the foot of a card: the campaign, or the question where none is set. */
export function writeTagline({ title, cause, recipient }: CampaignWords['current']): string {
  const words = [
    title === DEFAULT_CAMPAIGN.title ? '' : title,
    cause === '' ? '' : `for ${cause}`,
    recipient.name === '' ? '' : `to ${recipient.name}`,
  ].filter((part) => part !== '')
  return words.length === 0 ? QUESTION : words.join(' · ')
}

/** Returns the sentence with which a description begins; empty where nothing is set. */
export function introduce({ cause, recipient }: CampaignWords['current']): string {
  const sentences = [
    cause === '' ? '' : `For ${cause}. `,
    recipient.name === '' ? '' : `${recipient.name} receives the money. `,
  ]
  return sentences.join('')
}
