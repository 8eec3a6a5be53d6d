import './assets/fonts/fonts.css'
import './assets/fonts/fonts-extended.css'
import './app/tokens.css'
import './app/styles.css'
import './preview/preview.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { config } from 'zod'
import type { PreviewView } from '#contract/campaign/preview.ts'
import { followDrafts } from './preview/drafts.ts'
import { isolateDocument } from './preview/isolation.ts'
import { Preview } from './preview/preview.tsx'

const container = document.getElementById('root')
if (container === null) throw new Error('The document has no #root.')

// The content security policy allows no compiled schemas.
config({ jitless: true })
isolateDocument()

const root = createRoot(container)
// Alone in a window there is nobody to send a draft.
if (window.parent === window) location.replace('/host/campaign')
else followDrafts(show)

/** Renders a view; a dialog in it takes no focus from the console, where somebody types. */
function show(view: PreviewView): void {
  const { activeElement } = window.parent.document
  flushSync(() =>
    root.render(
      <StrictMode>
        <Preview view={view} />
      </StrictMode>,
    ),
  )
  // Elements of another document are of no class that this one knows.
  if (activeElement === window.frameElement || activeElement === null) return
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  ;(activeElement as HTMLElement).focus({ preventScroll: true })
}
