/** A provider's name with a figure. */
interface OfProvider {
  provider: string
}

/** The measured values, read anew for each scrape; null where there is none. */
export interface Measured {
  /** Live streams that this node has open. */
  viewers(): number
  /** Live streams of hosts that this node has open. */
  consoles(): number
  /** Donations on the board, and their sum. */
  total(): { count: number; amountCents: number }
  /** Events of the providers that are unhandled: waiting for their turn, or parked for the host. */
  events(): Promise<{ waiting: number; parked: number }>
  /** Says whether card testing is suspected, and how many declines there were in ten minutes. */
  cardTesting(): Promise<{ isAlarmOn: boolean; recentDeclines: number }>
  /** Declines that this node has counted since it started. */
  declines(): number
  /** Counts the open concerns by kind; kinds without any may be left out. */
  concerns(): Promise<{ kind: string; count: number }[]>
  /** The state of each provider: the permissions of our keys there, and its clock against ours. */
  providers(): {
    probes: readonly { state: string; isOptional: boolean }[]
    clockOffsetMs: number
  }[]
  /**
   * The differences between the providers' statements and the ledger, and the age of the last day
   * compared.
   */
  statements(): Promise<(OfProvider & { driftCents: number; ageSeconds: number | null })[]>
  /** The differences between the providers' payments and the ledger, as the last checks found. */
  drift(): Promise<(OfProvider & { ledgerCents: number })[]>
  /** The time for which the oldest event has waited, seconds. */
  inboxAge(): Promise<number | null>
  /** The time for which the next receipt has been due, seconds; 0 if none is due. */
  outboxAge(): Promise<number>
  /** The time since the last round of the reconciler, or since the start, seconds. */
  reconcilerAge(): number
  /** How old the last good backup is, seconds, and whether the scheduled ones fail or are late. */
  backup(): { ageSeconds: number | null; isFailing: boolean }
  /** The number of receipts that still wait after several failed tries. */
  failingMails(): Promise<number>
  /** The number of passwords that wait for their turn to be hashed. */
  waitingPasswords(): number
  /** The space of the disk with the data, bytes; rejects if it cannot be read. */
  disk(): Promise<{ freeBytes: number; totalBytes: number }>
  build: { version: string; payments: string }
}
