import { z } from 'zod'

/** The ways in which a person may end a concern; each kind offers some of these. */
export const RESOLUTIONS = ['accept', 'refund', 'retry', 'dismiss'] as const

export type Resolution = (typeof RESOLUTIONS)[number]

/** Something that needs a person, or did: `GET /api/host/reviews`. */
export const concernSchema = z.object({
  /** The same for the same trouble, however often it is seen. */
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
  /** `gone` where it ended by itself, else what a host did; null while it is open. */
  resolution: z.enum(['gone', ...RESOLUTIONS]).nullable(),
  /** The account of the host who ended it; null where nobody did. */
  resolvedBy: z.string().nullable(),
  /** The host's reason. */
  reason: z.string().nullable(),
  /** The ways in which a host may end it now; none where it has ended. */
  resolutions: z.array(z.enum(RESOLUTIONS)),
})

export type Concern = z.infer<typeof concernSchema>

/** `GET /api/host/reviews`: the open ones first, the longest open before; then those that ended last. */
export const reviewListSchema = z.object({ reviews: z.array(concernSchema) })

/** `POST /api/host/reviews/:id` */
export const resolveRequestSchema = z.object({
  resolution: z.enum(RESOLUTIONS, 'The resolution must be accept, refund, retry or dismiss.'),
  reason: z
    .string('Give a reason: whoever looks at this later needs it.')
    .trim()
    .min(1, 'Give a reason: whoever looks at this later needs it.')
    .max(500, 'The reason must be 500 characters or fewer.'),
})

export type ResolveRequest = z.infer<typeof resolveRequestSchema>
