import './assets/fonts/fonts.css'
import './app/tokens.css'
import './app/styles.css'
import type { Campaign } from '#contract/campaign.ts'
import type { LiveSums } from '#contract/live-sums.ts'
import {
  FIRST_BOARD_ID,
  FIRST_CAMPAIGN_ID,
  FIRST_SUMS_ID,
  SHARED_DONATION_ID,
  type FirstBoard,
  type SharedDonation,
} from '#contract/first-view.ts'
import { App } from './app/app.tsx'
import { boardPart } from './app/board.tsx'
import { sharedHero } from './app/shared-hero-part.tsx'
import { showPage } from './app/show-page.tsx'
import { hasAccepted } from '#client/features/disclaimer/acceptance.ts'
import { recordCheckoutReturn } from '#client/features/donate/tracking/checkout-return.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { takeDocumentData } from '#client/lib/document-data.ts'
import { hideFragment } from '#client/lib/fragment.ts'
import { setLiveSums } from '#client/lib/live-sums.ts'
import { guessOffset } from '#client/lib/server-clock.ts'
import { session } from '#client/lib/session.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The document has no #root.')

boardPart.preload()
recordCheckoutReturn()
hideFragment()
// A page that was cached for offline says nothing about sessions.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote it
const campaign = takeDocumentData(FIRST_CAMPAIGN_ID) as Campaign | undefined
if (campaign === undefined) campaignStore.recall()
else campaignStore.set(campaign)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote it
setLiveSums(takeDocumentData(FIRST_SUMS_ID) as LiveSums | undefined)
const { session: hasSession, now } = root.dataset
// A document that the browser has kept for its history says nothing of now.
if (!wasKept()) guessOffset(Number(now))
if (hasSession !== undefined) session.begin({ hasSession: hasSession === 'true' })
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote it
const firstBoard = takeDocumentData(FIRST_BOARD_ID) as FirstBoard | undefined
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote it
const shared = takeDocumentData(SHARED_DONATION_ID) as SharedDonation | undefined
if (shared !== undefined) sharedHero.preload()
const accepted = hasAccepted()

// In a task of its own, so that input meanwhile need not wait for both.
setTimeout(showPage, 0, {
  root,
  page: <App accepted={accepted} firstBoard={firstBoard} shared={shared} />,
  isRendered: root.dataset['accepted'] === String(accepted),
  loadLateParts: () => Promise.all([boardPart.load(), shared && sharedHero.load()]),
})

function wasKept(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'back_forward')
}
