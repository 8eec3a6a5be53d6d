import { z } from 'zod'
import { campaignSchema } from '#contract/campaign.ts'
import { checkoutSchema, ownDonationSchema } from '#contract/checkouts.ts'
import { concernSchema } from '#contract/concerns.ts'
import { publicConfigSchema } from '#contract/config.ts'
import { donationSchema } from '#contract/donations.ts'
import { errorBodySchema } from '#contract/errors.ts'
import { auditEntrySchema } from '#contract/host/audit.ts'
import { hostDonationSchema, hostDonationStorySchema } from '#contract/host/donations.ts'
import { drillRunSchema } from '#contract/host/drills.ts'
import { moneySumsSchema } from '#contract/host/figures.ts'
import { hostHealthSchema } from '#contract/host/health.ts'
import { hostRefundSchema } from '#contract/host/refunds.ts'
import { providerViewSchema } from '#contract/host/providers.ts'
import { hostTextSchema } from '#contract/host/texts.ts'
import { teamSchema } from '#contract/host/team.ts'
import {
  leaderboardEntrySchema,
  leaderboardPageSchema,
  totalSchema,
} from '#contract/leaderboard.ts'
import { ownPaymentSchema } from '#contract/me.ts'
import { reconcileReportSchema } from '#contract/reconciliation.ts'

/** The body of a refusal of better-auth, as the routes of accounts pass it on. */
const refusalSchema = z.object({ code: z.string(), message: z.string() })

/** The schemas that the document names; all others stand where they are used. */
const NAMED = {
  AuditEntry: auditEntrySchema,
  BoardPage: leaderboardPageSchema,
  BoardRow: leaderboardEntrySchema,
  Campaign: campaignSchema,
  Checkout: checkoutSchema,
  Concern: concernSchema,
  Config: publicConfigSchema,
  Donation: donationSchema,
  DonationStory: hostDonationStorySchema,
  DrillRun: drillRunSchema,
  Error: errorBodySchema,
  Health: hostHealthSchema,
  HostDonation: hostDonationSchema,
  MoneySums: moneySumsSchema,
  OwnDonation: ownDonationSchema,
  OwnPayment: ownPaymentSchema,
  Provider: providerViewSchema,
  ReconcileReport: reconcileReportSchema,
  Refund: hostRefundSchema,
  Refusal: refusalSchema,
  Team: teamSchema,
  TextOfDonation: hostTextSchema,
  Total: totalSchema,
} as const satisfies Record<string, z.ZodType>

export type ComponentName = keyof typeof NAMED

/** Creates the registry of the named schemas, from which the document's `components` are made. */
export function createSchemaRegistry(): z.core.$ZodRegistry<{ id?: string }> {
  const registry = z.registry<{ id?: string }>()
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id })
  return registry
}

/** Returns the reference to a named schema. */
export function refTo(name: ComponentName): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` }
}
