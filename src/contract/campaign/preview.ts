import { z } from 'zod'
import { campaignSchema, type Campaign } from '../campaign.ts'
import { campaignFileSchema, type CampaignChange } from './settings.ts'

/** The address of the document that shows a host's draft, which hosts with `settings` alone get. */
export const PREVIEW_PATH = '/host/campaign/preview'

/** The parts of the page that a preview can show; `board` is the page without the donation panel. */
export const PREVIEW_VIEWS = ['page', 'board', 'about', 'disclaimer'] as const

export type PreviewView = (typeof PREVIEW_VIEWS)[number]

/** The message with which the console shows a draft in its preview. */
export const previewDraftSchema = z.strictObject({
  kind: z.literal('campaign-draft'),
  view: z.enum(PREVIEW_VIEWS),
  /** The campaign as it is published. */
  campaign: campaignSchema,
  /** The changed fields, which could all be published; the deadline is an instant. */
  change: campaignFileSchema,
})

export type PreviewDraft = z.infer<typeof previewDraftSchema>

/** The messages of a preview to its console: it asks for the draft, or the host has moved on in it. */
export const previewReportSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('preview-ready') }),
  z.strictObject({ kind: z.literal('preview-view'), view: z.enum(PREVIEW_VIEWS) }),
])

export type PreviewReport = z.infer<typeof previewReportSchema>

/** Returns the campaign as it would be with a draft; only the server names published points. */
export function previewCampaign(campaign: Campaign, change: CampaignChange): Campaign {
  const { disclaimer } = change
  return Object.assign({ ...campaign }, change, {
    disclaimer: disclaimer ? { version: 'draft', points: disclaimer.points } : campaign.disclaimer,
  })
}
