import { renderToString } from 'react-dom/server'
import type { FirstView } from '#contract/first-view.ts'
import { App } from './app/app.tsx'
import { boardPart } from './app/board.tsx'
import { sharedHero } from './app/shared-hero-part.tsx'
import { campaignStore } from '#client/lib/campaign.ts'
import { setLiveSums } from '#client/lib/live-sums.ts'
import { session } from '#client/lib/session.ts'

// A part that is still being fetched would be missing in the markup.
await Promise.all([boardPart.load(), sharedHero.load()])

/** Renders the page before any script has run: the server's counterpart of `main.tsx`. */
export function renderFirstView(view: FirstView): string {
  const { accepted, hasSession, campaign, sums, board, shared } = view
  campaignStore.set(campaign)
  setLiveSums(sums)
  session.begin({ hasSession })
  return renderToString(<App accepted={accepted} firstBoard={board} shared={shared} />)
}
