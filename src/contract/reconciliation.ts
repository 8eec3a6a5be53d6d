import { z } from 'zod'
import { concernSchema } from './concerns.ts'

/** `POST /api/reconciliations`, for whoever runs the server: what to ask the providers about. */
export const reconcileRequestSchema = z.object({
  /** All that is `unfinished`, or `all` that was ever paid as well. */
  scope: z.enum(['unfinished', 'all']).default('unfinished'),
  /** Whether events that were put aside are taken up again. */
  retryParked: z.boolean().default(false),
})

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
  /** Checkouts that the provider could not be asked about; they come again. */
  unreachable: z.int(),
  /** What became of the events of the last day, those that came by themselves included. */
  outcomes: z.array(z.object({ outcome: z.string(), count: z.int() })),
  /** Lists what needs a person now, the longest open first. */
  concerns: z.array(concernSchema),
  /** Cents by which provider, ledger and board still differ: 0 when all is right. */
  driftCents: z.int(),
})

export type ReconcileRequest = z.infer<typeof reconcileRequestSchema>
export type ReconcileReport = z.infer<typeof reconcileReportSchema>
