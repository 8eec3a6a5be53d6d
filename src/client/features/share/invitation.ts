import type { ShareRankProps } from './share-rank.tsx'

/** What is shared; its link shows the donor's rank of whatever moment it is opened at. */
export interface Invitation {
  title: string
  text: string
  url: string
}

export function buildInvitation({ donationId, position, name }: ShareRankProps): Invitation {
  // Without separators: the text leaves for people whose locale is not known.
  const place = `#${position} on Donation Royale`
  return {
    title: name === null ? place : `${name}, ${place}`,
    text: `I am ${place}. Can you beat me?`,
    url: `${location.origin}/?donation=${encodeURIComponent(donationId)}`,
  }
}
