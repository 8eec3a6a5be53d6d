import { z } from 'zod'

/** The drills: rehearsals of what providers do to a host, against the embedded sandbox. */
export const DRILLS = ['repeated', 'late', 'lost', 'reordered', 'dispute', 'rush', 'round'] as const

export type DrillName = (typeof DRILLS)[number]

/** The body of `POST /api/host/drills`. */
export const drillRequestSchema = z.strictObject(
  { drill: z.enum(DRILLS, 'There is no drill of this name.') },
  'The request must be a JSON object with the name of a drill.',
)

export const drillStepSchema = z.object({
  at: z.iso.datetime(),
  /** `done` for what the drill did; `passed` and `failed` for what it checked. */
  kind: z.enum(['done', 'passed', 'failed']),
  sentence: z.string(),
})

export type DrillStep = z.infer<typeof drillStepSchema>

/** The money at one moment of a drill, in cents. */
export const drillPointSchema = z.object({
  at: z.iso.datetime(),
  moment: z.enum(['before', 'during', 'after']),
  /** The cents that the providers have left of the drill's payments. */
  providerCents: z.int(),
  /** The cents that the ledger has left of them. */
  ledgerCents: z.int(),
  /** The size of all drift that the overview shows. */
  driftCents: z.int(),
})

export type DrillPoint = z.infer<typeof drillPointSchema>

/** A drill that runs, or the last one. */
export const drillRunSchema = z.object({
  id: z.string(),
  drill: z.enum(DRILLS),
  /** `passed` only if providers, ledger and board were compared payment by payment, and agree. */
  state: z.enum(['running', 'passed', 'failed', 'stopped']),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** The server's time when it told this. */
  at: z.iso.datetime(),
  /** The donations that were paid, and those that it is about in all. */
  paid: z.int(),
  planned: z.int(),
  steps: z.array(drillStepSchema),
  course: z.array(drillPointSchema),
})

export type DrillRun = z.infer<typeof drillRunSchema>

/** The response of `/api/host/drills`; null if none has run since the server started. */
export const hostDrillsSchema = z.object({ run: drillRunSchema.nullable() })
