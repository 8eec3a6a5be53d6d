/** Accounts that were deleted: ids without anything personal. */
export interface AccountDeletionsTable {
  user_id: string
  /** Unix ms. */
  deleted_at: number
  /** A keyed hash of its address, by which its mails are found; null once they are erased. */
  address_key: string | null
  /** The time when what came since is erased too, Unix ms. */
  next_sweep_at: number
}
