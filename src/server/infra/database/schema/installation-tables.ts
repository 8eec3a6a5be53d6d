/** One row: the name of this installation, by which it knows its payments in an account. */
export interface InstallationTable {
  id: string
  /** Unix ms; the time of an upgrade for a database that is older than this column. */
  created_at: number
}

/** Names of installations whose databases were lost, and whose payments are this one's now. */
export interface AdoptedInstallationsTable {
  id: string
  adopted_at: number
}
