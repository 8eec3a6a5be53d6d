import type { Campaign } from '#contract/campaign.ts'
import {
  previewCampaign,
  previewDraftSchema,
  type PreviewReport,
  type PreviewView,
} from '#contract/campaign/preview.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { showCampaign } from '#client/lib/live-campaign.ts'
import { examples } from './examples.ts'

/** Tells the console that holds this document something. */
export function report(message: PreviewReport): void {
  window.parent.postMessage(message, location.origin)
}

/**
 * Shows each draft that the console sends; `onView` learns which part of the page it is about. What
 * comes from elsewhere, or could not be published, is passed over.
 */
export function followDrafts(onView: (view: PreviewView) => void): void {
  let draft: Campaign | undefined

  // The live stream brings what somebody publishes meanwhile: the console decides about that.
  campaignStore.subscribe(() => {
    if (draft !== undefined && campaignStore.read() !== draft) showCampaign(draft)
  })
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== location.origin || source !== window.parent) return
    const message = previewDraftSchema.safeParse(data)
    if (!message.success) return
    const { campaign, change, view } = message.data
    examples.learn(campaign)
    draft = previewCampaign(campaign, change)
    showCampaign(draft)
    onView(view)
  })
  report({ kind: 'preview-ready' })
}
