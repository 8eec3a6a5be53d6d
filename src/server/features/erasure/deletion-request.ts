/** The account to delete, and what the database cannot know of it. */
export interface DeletionRequest {
  userId: string
  /** A keyed hash of the address, by which its mails are found later. */
  addressKey: string
  /** The address that `ADMIN_EMAIL` names; null if it names none. */
  adminEmail: string | null
  /** Unix ms. */
  at: number
}

/**
 * `last-owner` if nothing was deleted, because nobody would be left to answer for the page; the end
 * of the donor's pause (Unix ms), which a new account would lift, if that is why.
 */
export type DeletionResult = 'deleted' | 'last-owner' | { pausedUntil: number }
