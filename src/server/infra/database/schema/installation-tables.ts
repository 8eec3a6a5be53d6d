/** One row: the id of this installation, by which it recognizes its payments in an account. */
export interface InstallationTable {
  id: string
  /** Unix ms; the time of an upgrade for a database that is older than this column. */
  created_at: number
}

/** Rows that exist within one transaction only, to prove that the database can be written. */
export interface WriteProofsTable {
  id: string
}

/** Ids of installations whose databases were lost, and whose payments belong to this one now. */
export interface AdoptedInstallationsTable {
  id: string
  adopted_at: number
}
