import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { ProviderName } from '#contract/checkout-states.ts'
import type { Concern, Resolution } from '#contract/concerns.ts'
import type { AuditActor } from '#server/features/audit/audit.ts'
import type { Database } from '#server/infra/database/database.ts'
import {
  countOpen,
  endConcern,
  findConcern,
  findEnded,
  findOpen,
  findPresent,
  raiseConcern,
  type ConcernRow,
} from './store.ts'
import { toConcern } from './views.ts'

export { takeSignals } from './signals-store.ts'
export { readConcernsMark, type ConcernRow } from './store.ts'

/** The kinds of concerns. Rows of kinds that no longer exist may stay in the table. */
export const CONCERN_KINDS = [
  /** A payment that differs from what was agreed. */
  'payment_in_review',
  /** A payment for a checkout besides its own one; the ledger does not have it. */
  'payment_duplicate',
  /** An event that could not be handled. */
  'event_parked',
  /** An event that is retried in vain although its provider is available. */
  'event_waiting',
  /** A provider whose lists cannot be read. */
  'list_unreadable',
  /** A checkout that could not be reconciled, though its provider is available. */
  'checkout_not_reconciled',
  /** A payment of which the provider and the ledger have different amounts left. */
  'ledger_drift',
  /** A payment that differs between the provider's statement and the ledger. */
  'statement_drift',
  /** A dispute whose provider does not say how much money it took, or of which payment. */
  'dispute_unclear',
  /** A dispute that is not decided, with the date by which the provider wants a response. */
  'dispute_open',
  /** A donation that differs between the ledger and the board. */
  'board_drift',
  /** A capture in the ledger without a donation. */
  'orphan_capture',
  /** A key that a provider rejects, or that lacks a permission. */
  'permission_missing',
  /** Payments that were made with another account than our keys are of. */
  'payments_elsewhere',
  /** Payments of ours that the providers have and the database does not. */
  'payments_missing',
  /** An empty database, while the providers have payments of another installation. */
  'installation_lost',
  /** Payments that are declined so often that somebody seems to try stolen cards. */
  'card_testing',
  /** A disk that is nearly full. */
  'disk_low',
  /** Scheduled backups that fail, or are late. */
  'backup_failing',
  /** Receipts that could not be mailed though they were tried several times. */
  'mail_failing',
  /** An alarm address that does not take messages. */
  'alarm_webhook_failing',
  /** A server clock that differs from a provider's. */
  'clock_offset',
] as const

export type ConcernKind = (typeof CONCERN_KINDS)[number]

/** A problem as a check sees it now. Kind and subject together identify its concern. */
export interface Problem {
  kind: ConcernKind
  /** The id of a checkout or event, or the name of a provider. */
  subject: string
  /** A sentence for people; a dismissed concern opens again when it changes. */
  message: string
  /** Data for a closer look; nothing secret. */
  details?: Concern['details']
  provider?: ProviderName | null
  /** True if the hosts were mailed of its opening in another way; its end is mailed as ever. */
  isTold?: boolean
}

/** The way in which a concern ended. */
export type Ended =
  | { resolution: 'gone' }
  | { resolution: Resolution; actor: AuditActor; reason: string }

/**
 * Stores what needs a person. A check calls `raise` whenever it sees a problem, and `end` whenever
 * it does not: that opens or ends one concern once, logs it, and later mails the hosts.
 */
export interface Concerns {
  /** Opens a concern; if it is open or dismissed already, only updates its sentence. */
  raise(problem: Problem): Promise<void>
  /** Ends a concern if it is open. Its id is `concernId(kind, subject)`. */
  end(id: string, how?: Ended): Promise<void>
  /** Raises all problems of a kind, and ends the kind's other concerns. */
  sync(kind: ConcernKind, problems: readonly Omit<Problem, 'kind'>[]): Promise<void>
  /** Ends the concerns of a kind about other machines than this that none has raised for an hour. */
  endOfGoneMachines(kind: ConcernKind): Promise<void>
  /** Lists the open concerns, the longest open first. */
  list(): Promise<Concern[]>
  /** Lists the concerns that ended last. */
  listEnded(): Promise<Concern[]>
  find(id: string): Promise<Concern | undefined>
  /** Counts the open concerns by kind. */
  count(): Promise<{ kind: string; count: number }[]>
}

export interface ConcernsDeps {
  database: Database
  clock: () => number
  logger: Pick<Logger, 'warn' | 'error'>
}

const GONE: Ended = { resolution: 'gone' }

/**
 * The time after which a machine that says nothing of its problem any more counts as gone, ms: it
 * checks each minute, but a round that imports payments may take long.
 */
const MACHINE_GONE_MS = 60 * 60_000

export function createConcerns(deps: ConcernsDeps): Concerns {
  const { reader } = deps.database
  return {
    raise: (problem) => raise(deps, problem),
    end: (id, how = GONE) => end(deps, id, how),
    sync: async (kind, problems) => {
      const present = new Set((await findPresent(reader, kind)).map(({ id }) => id))
      await Promise.all(problems.map((problem) => raise(deps, { ...problem, kind })))
      const seen = new Set(problems.map(({ subject }) => concernId(kind, subject)))
      await Promise.all([...present.difference(seen)].map((id) => end(deps, id, GONE)))
    },
    endOfGoneMachines: async (kind) => {
      const before = deps.clock() - MACHINE_GONE_MS
      const unseen = await findPresent(reader, kind, before)
      const others = unseen.filter(({ subject }) => !isOfThisMachine(subject))
      await Promise.all(others.map(({ id }) => end(deps, id, GONE)))
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

/** Returns the subject of a concern about this machine, or about something of it. */
export function ofThisMachine(...parts: readonly string[]): string {
  return [hostname(), ...parts].join(':')
}

function isOfThisMachine(subject: string): boolean {
  return subject === hostname() || subject.startsWith(`${hostname()}:`)
}

/** The longest subject that an id contains as it is; longer ones are hashed. */
const MAX_SUBJECT = 60

/** Returns the id of the concern of a kind about a subject. */
export function concernId(kind: ConcernKind, subject: string): string {
  const isPlain = subject.length <= MAX_SUBJECT && /^[\w.:-]+$/.test(subject)
  return `${kind}:${isPlain ? subject : createHash('sha256').update(subject).digest('hex').slice(0, 32)}`
}

async function raise({ database, clock, logger }: ConcernsDeps, problem: Problem) {
  const { kind, subject, message, details = {}, provider = null, isTold = false } = problem
  const id = concernId(kind, subject)
  const about = { id, kind, subject, message, provider }
  const raised = { ...about, details: JSON.stringify(details), isTold, at: clock() }
  if (!(await database.write(raiseConcern, raised))) return
  logger.error({ concern: id, subject, provider }, `needs a person: ${message}`)
}

async function end({ database, clock, logger }: ConcernsDeps, id: string, how: Ended) {
  const known = await findConcern(database.reader, id)
  if (known === undefined || (how.resolution === 'gone' && isOver(known))) return
  const ending = { id, actor: null, reason: null, ...how, at: clock() }
  if (!(await database.write(endConcern, ending))) return
  const { resolution, actor, reason } = ending
  const about = { concern: id, resolution, resolvedBy: actor?.id ?? null, reason }
  logger.warn(about, `needs nobody any more: ${known.message}`)
}

function isOver({ ended_at, is_dismissed }: ConcernRow): boolean {
  return ended_at !== null && is_dismissed === 0
}
