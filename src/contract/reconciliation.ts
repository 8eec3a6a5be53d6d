import { z } from 'zod'
import { PROVIDERS } from './checkout-states.ts'
import { concernSchema } from './concerns.ts'

/** The result of importing from one provider. */
const providerImportSchema = z.object({
  provider: z.enum(PROVIDERS),
  /** The number of payments of this installation that the provider has. */
  found: z.int(),
  /** The number of these that were known before. */
  known: z.int(),
  imported: z.int(),
  importedCents: z.int(),
  /** The payments that could not be imported, and why. */
  failed: z.array(z.object({ payment: z.string(), reason: z.string() })),
  /** Sentences about what could not be checked. */
  limits: z.array(z.string()),
  /** True if the provider told everything that it can tell. */
  isComplete: z.boolean(),
})

/** The comparison of a provider's own statement with the ledger; money in cents. */
export const statementReportSchema = z.object({
  provider: z.enum(PROVIDERS),
  /** The time range that was compared, `to` excluded; null if nothing was. */
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
  /** The number of payments whose sums were compared. */
  payments: z.int(),
  /** The number of payments whose last movements are too recent to be on both sides. */
  waiting: z.int(),
  /** The difference between statement and ledger in cents, over all payments that differ. */
  driftCents: z.int(),
  /** The sums of the statement's lines of ours in that time. */
  grossCents: z.int(),
  feeCents: z.int(),
  netCents: z.int(),
  /** The number of lines of other software. */
  foreignLines: z.int(),
  /** The parts that could not be compared; a sentence each. */
  gaps: z.array(z.string()),
})

export type StatementReport = z.infer<typeof statementReportSchema>
/** The result of importing from all providers. */
export const importReportSchema = z.object({
  providers: z.array(providerImportSchema),
  /** The number of payments left for the next time, because there are too many for one. */
  left: z.int(),
})

export type ProviderImport = z.infer<typeof providerImportSchema>
export type ImportReport = z.infer<typeof importReportSchema>

/** The body of `POST /api/reconciliations`, for the operator: what to ask the providers about. */
export const reconcileRequestSchema = z
  .object({
    /** `unfinished` checkouts only, or `all`, which includes what was ever paid. */
    scope: z.enum(['unfinished', 'all']).default('unfinished'),
    /** True if parked events are tried again. */
    retryParked: z.boolean().default(false),
    /** True if payments are booked that the providers have and the database does not know. */
    import: z.boolean().default(false),
    /** The id of an installation whose database was lost: its payments are imported as well. */
    installation: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'The installation must be an id as the notice names it.')
      .optional(),
  })
  .refine(
    (request) => request.import || request.installation === undefined,
    'An installation is named only to import its payments.',
  )

/** The report of one reconciliation. */
export const reconcileReportSchema = z.object({
  /** The number of events that the providers' lists had, and that had not reached us. */
  missed: z.int(),
  /** The number of checkouts that the provider was asked about. */
  checked: z.int(),
  /** The checkouts that were corrected; `cents` is what the ledger has now and had not before. */
  mended: z.array(
    z.object({ checkoutId: z.string(), from: z.string(), to: z.string(), cents: z.int() }),
  ),
  /** The number of checkouts that could not be checked completely; they are tried again. */
  unreachable: z.int(),
  /** The outcomes of the events of the last day, including those that came by themselves. */
  outcomes: z.array(z.object({ outcome: z.string(), count: z.int() })),
  /** The open concerns, the longest open first. */
  concerns: z.array(concernSchema),
  /**
   * The number of payments whose sums are not known: the provider could not be asked about them
   * completely, or they have waiting events.
   */
  uncompared: z.int(),
  /** The difference between provider, ledger and board in cents: 0 if all is right. */
  driftCents: z.int(),
  /** The comparisons of the providers' own statements with the ledger. */
  statements: z.array(statementReportSchema),
  /** The result of the import, if one was requested. */
  imports: importReportSchema.optional(),
})

export type ReconcileRequest = z.infer<typeof reconcileRequestSchema>
export type ReconcileReport = z.infer<typeof reconcileReportSchema>
