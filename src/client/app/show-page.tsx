import { StrictMode, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

declare global {
  /** The last click before the page was interactive; recorded by the document's own script. */
  var earlyClick: EventTarget | null | undefined
}

export interface ShownPage {
  root: HTMLElement
  page: ReactNode
  /** True if the server rendered the same page into the root. */
  isRendered: boolean
  /** Fetches the code of the parts of the page that are marked as late. */
  loadLateParts: () => Promise<unknown>
}

/** Marks a part of the rendered page that becomes interactive after the rest. */
export const LATE_MARK = { 'data-late': '' }

/** Makes the rendered page interactive, or renders it, and repeats a click that came too early. */
export function showPage({ root, page, isRendered, loadLateParts }: ShownPage): void {
  const element = <StrictMode>{page}</StrictMode>
  if (isRendered) hydrateRoot(root, element)
  else createRoot(root).render(element)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as the document set it
  document.onclick = null
  repeatEarlyClicks(loadLateParts)
}

/**
 * Repeats the click that came before the page was interactive, at once, or when the late part that
 * it hit is there: until then React drops clicks on it.
 */
function repeatEarlyClicks(loadLateParts: () => Promise<unknown>): void {
  let last = globalThis.earlyClick
  const repeat = () => {
    pressButton(last)
    last = undefined
  }
  if (!isLate(last)) repeat()
  const record = ({ target }: Event) => {
    if (isLate(target)) last = target
  }
  // Captured, because React ends the event on its way down.
  addEventListener('click', record, { capture: true })
  const end = () => {
    removeEventListener('click', record, { capture: true })
    repeat()
  }
  loadLateParts().then(end, end)
}

function isLate(target: EventTarget | null | undefined): boolean {
  return target instanceof Element && target.closest('[data-late]') !== null
}

/** Presses a button; one that opens a popover has done so without a script. */
function pressButton(target: EventTarget | null | undefined): void {
  if (!(target instanceof Element)) return
  target.closest<HTMLElement>('button:not([popovertarget])')?.click()
}
