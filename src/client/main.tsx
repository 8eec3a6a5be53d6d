import './assets/fonts/fonts.css'
import './app/tokens.css'
import './app/styles.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { hasAccepted } from './features/disclaimer/acceptance.ts'
import { takeArrival } from './features/donate/arrival.ts'
import { takeFirstBoard } from './features/leaderboard/first-board.ts'
import { session } from './lib/session.ts'

const CONTROLS = 'a[href], button, input'

const container = document.getElementById('root')
if (container === null) throw new Error('The document has no #root.')

takeArrival()
// A page that was kept for offline says nothing of sessions.
const { session: hasSession } = container.dataset
if (hasSession !== undefined) session.begin({ hasSession: hasSession === 'true' })
bringToLife(container)

/** Puts the page in the place of its picture, in one step: nothing flashes, moves or loses the focus. */
function bringToLife(root: HTMLElement): void {
  const focused = [...root.querySelectorAll(CONTROLS)].findIndex(
    (e) => e === document.activeElement,
  )
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <App accepted={hasAccepted()} firstBoard={takeFirstBoard()} />
      </StrictMode>,
    ),
  )
  if (focused >= 0) root.querySelectorAll<HTMLElement>(CONTROLS)[focused]?.focus()
}
