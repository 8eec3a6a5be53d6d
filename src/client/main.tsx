import './assets/fonts/fonts.css'
import './app/tokens.css'
import './app/styles.css'
import type { Campaign } from '#contract/campaign.ts'
import { FIRST_BOARD_ID, FIRST_CAMPAIGN_ID } from '#contract/first-view.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { hasAccepted } from '#client/features/disclaimer/acceptance.ts'
import { recordCheckoutReturn } from '#client/features/donate/tracking/checkout-return.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { takeDocumentData } from '#client/lib/document-data.ts'
import { hideFragment } from '#client/lib/fragment.ts'
import { session } from '#client/lib/session.ts'

const CONTROLS = 'a[href], button, input'

const container = document.getElementById('root')
if (container === null) throw new Error('The document has no #root.')

recordCheckoutReturn()
hideFragment()
// A page that was cached for offline says nothing about sessions.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote it
const campaign = takeDocumentData(FIRST_CAMPAIGN_ID) as Campaign | undefined
if (campaign !== undefined) campaignStore.set(campaign)
const { session: hasSession } = container.dataset
if (hasSession !== undefined) session.begin({ hasSession: hasSession === 'true' })
// In a task of its own, so that input meanwhile need not wait for both.
setTimeout(replaceFirstView, 0, container)

declare global {
  /** The last click before the page was interactive; recorded by the document's own script. */
  var earlyClick: EventTarget | null | undefined
}

/**
 * Replaces the server-rendered view by the live page, in one step, so that nothing flashes, moves
 * or loses the focus.
 */
function replaceFirstView(root: HTMLElement): void {
  const { activeElement } = document
  const { earlyClick } = globalThis
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as the document set it
  document.onclick = null
  const controls = [...root.querySelectorAll(CONTROLS)]
  const focused = controls.findIndex((control) => control === activeElement)
  const clicked = controls.findIndex(
    (control) => earlyClick instanceof Node && control.contains(earlyClick),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote it
  const firstBoard = takeDocumentData(FIRST_BOARD_ID) as LeaderboardPage | undefined
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <App accepted={hasAccepted()} firstBoard={firstBoard} />
      </StrictMode>,
    ),
  )
  const liveControls = root.querySelectorAll<HTMLElement>(CONTROLS)
  liveControls[focused]?.focus()
  liveControls[clicked]?.click()
}
