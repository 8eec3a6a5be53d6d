import { z } from 'zod'
import { PROVIDERS } from './checkout-states.ts'
import { concernSchema } from './concerns.ts'

/** What importing from one provider has come to. */
const providerImportSchema = z.object({
  provider: z.string(),
  /** Payments of this installation that the provider has. */
  found: z.int(),
  /** Of these, how many were known before. */
  known: z.int(),
  imported: z.int(),
  importedCents: z.int(),
  /** What could not be imported, and why. */
  failed: z.array(z.object({ payment: z.string(), reason: z.string() })),
  /** Sentences about what could not be looked at. */
  limits: z.array(z.string()),
  /** Whether the provider could be asked for all that it would tell. */
  isComplete: z.boolean(),
})

/** How a provider's own statement compared with the ledger; money in cents. */
export const statementReportSchema = z.object({
  provider: z.enum(PROVIDERS),
  /** The time that was compared; null where nothing was. `to` is the first that is out of it. */
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
  /** Payments whose sums were compared. */
  payments: z.int(),
  /** Payments whose last movements may stand on one side alone, as they are too recent. */
  waiting: z.int(),
  /** Cents by which statement and ledger differ, over all payments of which they do. */
  driftCents: z.int(),
  /** Sums of the lines of ours in that time. */
  grossCents: z.int(),
  feeCents: z.int(),
  netCents: z.int(),
  /** Lines of other software. */
  foreignLines: z.int(),
  /** What could not be compared; a sentence each. */
  gaps: z.array(z.string()),
})

export type StatementReport = z.infer<typeof statementReportSchema>
/** What importing has come to. */
export const importReportSchema = z.object({
  providers: z.array(providerImportSchema),
  /** Payments that were left for the next time, because there are too many for one. */
  left: z.int(),
})

export type ProviderImport = z.infer<typeof providerImportSchema>
export type ImportReport = z.infer<typeof importReportSchema>

/** `POST /api/reconciliations`, for whoever runs the server: what to ask the providers about. */
export const reconcileRequestSchema = z
  .object({
    /** All that is `unfinished`, or `all` that was ever paid as well. */
    scope: z.enum(['unfinished', 'all']).default('unfinished'),
    /** Whether events that were put aside are taken up again. */
    retryParked: z.boolean().default(false),
    /** Whether payments are booked that the providers have and the database does not know. */
    import: z.boolean().default(false),
    /** An installation whose database was lost: its payments are imported as well. */
    installation: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'The installation must be an id as the notice names it.')
      .optional(),
  })
  .refine(
    (request) => request.import || request.installation === undefined,
    'An installation is named only to import its payments.',
  )

/** What a round of reconciling has found and mended. */
export const reconcileReportSchema = z.object({
  /** Events that the providers' lists had, and that had not reached us. */
  missed: z.int(),
  /** Checkouts that the provider was asked about. */
  checked: z.int(),
  /** Of these, where something was mended: `cents` is what the ledger has now and had not before. */
  mended: z.array(
    z.object({ checkoutId: z.string(), from: z.string(), to: z.string(), cents: z.int() }),
  ),
  /** Checkouts that could not be asked about, or not about all their money; they come again. */
  unreachable: z.int(),
  /** What became of the events of the last day, those that came by themselves included. */
  outcomes: z.array(z.object({ outcome: z.string(), count: z.int() })),
  /** Lists what needs a person now, the longest open first. */
  concerns: z.array(concernSchema),
  /**
   * Payments of which it is not known what they come to: they could not be asked about whole, or
   * events of theirs wait.
   */
  uncompared: z.int(),
  /** Cents by which provider, ledger and board still differ: 0 when all is right. */
  driftCents: z.int(),
  /** How the providers' own statements compared with the ledger. */
  statements: z.array(statementReportSchema),
  /** What was imported, where that was asked for. */
  imports: importReportSchema.optional(),
})

export type ReconcileRequest = z.infer<typeof reconcileRequestSchema>
export type ReconcileReport = z.infer<typeof reconcileReportSchema>
