/** A donation and its position. */
export interface SharedRank {
  donationId: string
  /** The donation's position now, from 1. */
  position: number
  /** The donor's first name; null if the provider told none. */
  name: string | null
}

/** The shared text and link; the link shows the donor's rank at the time it is opened. */
export interface Invitation {
  title: string
  text: string
  url: string
}

export function buildInvitation({ donationId, position, name }: SharedRank): Invitation {
  // No thousands separators: the locale of those who read it is not known.
  const place = `#${position} on Donation Royale`
  return {
    title: name === null ? place : `${name}, ${place}`,
    text: `I am ${place}. Can you beat me?`,
    url: `${location.origin}/?donation=${encodeURIComponent(donationId)}`,
  }
}
