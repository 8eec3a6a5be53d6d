import { renderToString } from 'react-dom/server'
import type { FirstView } from '#contract/first-view.ts'
import { App } from './app/app.tsx'
import { boardPart } from './app/board.tsx'
import { campaignStore } from '#client/lib/campaign.ts'
import { session } from '#client/lib/session.ts'

// A part that is still being fetched would be missing in the markup.
await boardPart.load()

/** Renders the page before any script has run: the server's counterpart of `main.tsx`. */
export function renderFirstView({ accepted, hasSession, campaign, board }: FirstView): string {
  campaignStore.set(campaign)
  session.begin({ hasSession })
  return renderToString(<App accepted={accepted} firstBoard={board} />)
}
