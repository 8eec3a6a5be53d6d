import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Concern, Resolution } from '#contract/concerns.ts'
import type { Database } from '#server/infra/database/database.ts'
import {
  countOpen,
  endConcern,
  findConcern,
  findEnded,
  findOpen,
  findPresentIds,
  raiseConcern,
  type ConcernRow,
} from './store.ts'
import { toConcern } from './views.ts'

/** The kinds that there are so far; more may be added, and old ones stay in the table. */
export const CONCERN_KINDS = [
  /** What a provider has is not what was agreed. */
  'payment_in_review',
  /** Money that was taken for a checkout besides its own payment, and that nothing here counts. */
  'payment_duplicate',
  /** An event that could not be worked off. */
  'event_parked',
  /** An event that is tried again and again, though its provider is there. */
  'event_waiting',
  /** A provider's own lists cannot be read. */
  'list_unreadable',
  /** A checkout that could not be reconciled, for another reason than that its provider is away. */
  'checkout_not_reconciled',
  /** A provider and the ledger differ in what is left of a payment. */
  'ledger_drift',
  /** A provider's own statement and the ledger differ in a payment. */
  'statement_drift',
  /** A dispute took money of which its provider does not say how much, or of which payment. */
  'dispute_unclear',
  /** The ledger and the board differ in a donation. */
  'board_drift',
  /** A capture in the ledger without a donation. */
  'orphan_capture',
  /** A provider does not take our key, or not for all that is needed. */
  'permission_missing',
  /** Payments were made with another account than our keys are of. */
  'payments_elsewhere',
  /** The providers have payments of ours that the database does not know. */
  'payments_missing',
  /** The database is empty, and the providers have payments of another installation. */
  'installation_lost',
  /** The server's clock differs from a provider's. */
  'clock_offset',
] as const

export type ConcernKind = (typeof CONCERN_KINDS)[number]

/** A trouble as somebody sees it now. Kind and subject together are its identity. */
export interface Trouble {
  kind: ConcernKind
  /** A checkout's id, an event's, a provider's name. */
  subject: string
  /** A sentence for people; a dismissed concern opens again when it changes. */
  message: string
  /** Plain data for who looks closer; nothing secret. */
  details?: Concern['details']
  provider?: ProviderName | null
}

/** How a concern came to its end. */
export type Ended =
  | { resolution: 'gone' }
  | { resolution: Resolution; resolvedBy: string; reason: string }

/**
 * Keeps what needs a person. `raise` it whenever it is seen, and `end` it whenever it is not: each opens
 * or ends one concern once, tells the log, and by and by the hosts.
 */
export interface Concerns {
  /** Opens a concern; one that is open or dismissed already stays as it is, with the latest sentence. */
  raise(trouble: Trouble): Promise<void>
  /** Ends a concern that is open; does nothing otherwise. Its id is `concernId(kind, subject)`. */
  end(id: string, how?: Ended): Promise<void>
  /** Raises all troubles of a kind, and ends the kind's other concerns. */
  sync(kind: ConcernKind, troubles: readonly Omit<Trouble, 'kind'>[]): Promise<void>
  /** Lists the open ones, the longest open first. */
  list(): Promise<Concern[]>
  /** Lists those that ended last. */
  listEnded(): Promise<Concern[]>
  find(id: string): Promise<Concern | undefined>
  /** How many are open, by kind. */
  count(): Promise<{ kind: string; count: number }[]>
}

export interface ConcernsDeps {
  database: Database
  clock: () => number
  logger: Pick<Logger, 'warn' | 'error'>
}

const GONE: Ended = { resolution: 'gone' }

export function createConcerns(deps: ConcernsDeps): Concerns {
  const { reader } = deps.database
  return {
    raise: (trouble) => raise(deps, trouble),
    end: (id, how = GONE) => end(deps, id, how),
    sync: async (kind, troubles) => {
      const present = new Set(await findPresentIds(reader, kind))
      await Promise.all(troubles.map((trouble) => raise(deps, { ...trouble, kind })))
      const seen = new Set(troubles.map(({ subject }) => concernId(kind, subject)))
      await Promise.all([...present.difference(seen)].map((id) => end(deps, id, GONE)))
    },
    list: async () => (await findOpen(reader)).map(toConcern),
    listEnded: async () => (await findEnded(reader)).map(toConcern),
    find: async (id) => {
      const row = await findConcern(reader, id)
      return row && toConcern(row)
    },
    count: () => countOpen(reader),
  }
}

/** The longest subject that an id shows as it is. */
const MAX_SUBJECT = 60

/** The id of the concern of a kind about a subject; the same trouble has the same. */
export function concernId(kind: ConcernKind, subject: string): string {
  const isPlain = subject.length <= MAX_SUBJECT && /^[\w.:-]+$/.test(subject)
  return `${kind}:${isPlain ? subject : createHash('sha256').update(subject).digest('hex').slice(0, 32)}`
}

async function raise({ database, clock, logger }: ConcernsDeps, trouble: Trouble) {
  const { kind, subject, message, details = {}, provider = null } = trouble
  const id = concernId(kind, subject)
  const about = { id, kind, subject, message, provider }
  const sighting = { ...about, details: JSON.stringify(details), at: clock() }
  if (!(await database.write(raiseConcern, sighting))) return
  logger.error({ concern: id, subject, provider }, `needs a person: ${message}`)
}

async function end({ database, clock, logger }: ConcernsDeps, id: string, how: Ended) {
  const known = await findConcern(database.reader, id)
  if (known === undefined || (how.resolution === 'gone' && isOver(known))) return
  const byHost = { resolvedBy: null, reason: null, ...how }
  if (!(await database.write(endConcern, { id, ...byHost, at: clock() }))) return
  logger.warn({ concern: id, ...byHost }, `needs nobody any more: ${known.message}`)
}

function isOver({ ended_at, is_dismissed }: ConcernRow): boolean {
  return ended_at !== null && is_dismissed === 0
}
