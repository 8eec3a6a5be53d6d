import { z } from 'zod'

/** The actions with which a host may resolve a concern; each kind offers some of these. */
export const RESOLUTIONS = ['accept', 'refund', 'retry', 'dismiss'] as const

export type Resolution = (typeof RESOLUTIONS)[number]

/** The kinds of concerns that say nothing of whether the ledger agrees with the providers. */
const NOT_ABOUT_LEDGER = new Set([
  'dispute_open',
  'card_testing',
  'disk_low',
  'backup_failing',
  'mail_failing',
  'alarm_webhook_failing',
])

/** Returns whether a concern of a kind leaves open if the ledger agrees with the providers. */
export function isAboutLedger(kind: string): boolean {
  return !NOT_ABOUT_LEDGER.has(kind)
}

/** Something that needs a host's attention, or did: `GET /api/host/reviews`. */
export const concernSchema = z.object({
  /** The same id for the same problem, however often it is seen. */
  id: z.string(),
  /** An open list; see `ConcernKind` of the server. */
  kind: z.string(),
  /** The checkout, event or provider that it is about. */
  subject: z.string(),
  /** A sentence for people. */
  message: z.string(),
  details: z.record(z.string(), z.json()),
  provider: z.string().nullable(),
  openedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** Null while it is open. */
  endedAt: z.iso.datetime().nullable(),
  /** `gone` if it ended by itself, else the host's action; null while it is open. */
  resolution: z.enum(['gone', ...RESOLUTIONS]).nullable(),
  /** The account of the host who ended it; null if nobody did. */
  resolvedBy: z.string().nullable(),
  /** The host's reason. */
  reason: z.string().nullable(),
  /** The actions with which a host may end it now; empty once it has ended. */
  resolutions: z.array(z.enum(RESOLUTIONS)),
})

export type Concern = z.infer<typeof concernSchema>

/**
 * The response of `GET /api/host/reviews`: the open ones first, the longest open before the others;
 * then the ended ones, the latest first.
 */
export const reviewListSchema = z.object({ reviews: z.array(concernSchema) })

/** The body of `POST /api/host/reviews/:id`. */
export const resolveRequestSchema = z.object({
  resolution: z.enum(RESOLUTIONS, 'The resolution must be accept, refund, retry or dismiss.'),
  reason: z
    .string('Give a reason: whoever looks at this later needs it.')
    .trim()
    .min(1, 'Give a reason: whoever looks at this later needs it.')
    .max(500, 'The reason must be 500 characters or fewer.'),
})

export type ResolveRequest = z.infer<typeof resolveRequestSchema>
