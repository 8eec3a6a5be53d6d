import { renderToStaticMarkup } from 'react-dom/server'
import type { FirstView } from '#contract/first-view.ts'
import { App } from './app/app.tsx'
import { session } from '#client/lib/session.ts'

/** Renders the page before any script has run: the server's counterpart of `main.tsx`. */
export function renderFirstView({ accepted, hasSession, board }: FirstView): string {
  session.begin({ hasSession })
  return renderToStaticMarkup(<App accepted={accepted} firstBoard={board} />)
}
