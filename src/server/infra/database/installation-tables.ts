/** One row: the name of this installation, by which it knows its payments in an account. */
export interface InstallationTable {
  id: string
}

/** Names of installations whose databases were lost, and whose payments are this one's now. */
export interface AdoptedInstallationsTable {
  id: string
  adopted_at: number
}
