/** A donation, and where it stands. */
export interface SharedRank {
  donationId: string
  /** Where the donation stands now, from 1. */
  position: number
  /** The donor's first name; null where the provider told none. */
  name: string | null
}

/** What is shared; its link shows the donor's rank of whatever moment it is opened at. */
export interface Invitation {
  title: string
  text: string
  url: string
}

export function buildInvitation({ donationId, position, name }: SharedRank): Invitation {
  // Without separators: the text leaves for people whose locale is not known.
  const place = `#${position} on Donation Royale`
  return {
    title: name === null ? place : `${name}, ${place}`,
    text: `I am ${place}. Can you beat me?`,
    url: `${location.origin}/?donation=${encodeURIComponent(donationId)}`,
  }
}
