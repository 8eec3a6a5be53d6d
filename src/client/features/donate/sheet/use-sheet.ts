import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
  type UIEvent,
} from 'react'
import { bringIntoView } from '#client/lib/bring-into-view.ts'
import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'
import { findPodium, measureCutRowPx } from '#client/lib/board-marks.ts'
import { publishHeight } from '#client/lib/publish-height.ts'

/**
 * The windows in which the panel is a sheet. In low ones, as of a phone on its side, and with text
 * so large that hardly a line fits beside another, the sheet would leave no board to see.
 */
const SHEET_QUERY =
  '(min-width: 18.75rem) and (max-width: 59.99rem) and (min-height: 30rem), (min-width: 18.75rem) and (max-width: 29.99rem)'

export interface Sheet {
  /** False where the panel has its place in the page. */
  isSheet: boolean
  isOpen: boolean
  /** True while the amount is scrolled out of sight. */
  isAmountAway: boolean
  open: () => void
  close: () => void
  handleScroll: (event: UIEvent) => void
}

/** The elements of a panel: `upper` is what a closed sheet hides, `toggle` the button for it. */
export interface PanelElements {
  panel: RefObject<HTMLElement | null>
  upper: RefObject<HTMLElement | null>
  toggle: RefObject<HTMLElement | null>
}

export interface SheetOptions {
  isWanted: boolean
  /** True while a payment is confirmed: then the sheet makes way for the board that it moves. */
  isConfirming: boolean
}

/** Makes a panel a sheet at the foot of a narrow window, which opens and closes. */
export function useSheet(
  { panel, upper, toggle }: PanelElements,
  { isWanted, isConfirming }: SheetOptions,
): Sheet {
  const isNarrow = useSyncExternalStore(subscribeToQuery, matchesQuery, () => false)
  const isSheet = isNarrow && isWanted
  const [isOpen, setOpen] = useState(false)
  const [isAmountAway, setAmountAway] = useState(false)
  const [wasConfirming, setWasConfirming] = useState(isConfirming)
  if (isConfirming !== wasConfirming) {
    setWasConfirming(isConfirming)
    if (isConfirming) setOpen(false)
  }
  useFootHeight({ panel, upper, isSheet, isOpen: isSheet && isOpen })
  useRise(panel, upper, isSheet && isOpen)
  useEscape(panel, isSheet && isOpen, close)
  useKeptFocus(panel, isSheet)

  function close(): void {
    if (panel.current?.contains(document.activeElement) === true) toggle.current?.focus()
    setOpen(false)
    upper.current?.scrollTo({ top: 0 })
  }

  return {
    isSheet,
    isOpen: isSheet && isOpen,
    isAmountAway,
    open: () => setOpen(isSheet),
    // A search in the page, for instance, scrolls to what it has found.
    handleScroll: ({ currentTarget }) => {
      if (isSheet && currentTarget.scrollTop > 0) setOpen(true)
      setAmountAway(isFieldAway(currentTarget))
    },
    close,
  }
}

/** Keeps what has the focus in sight when the panel gets its place in the page, or leaves it. */
function useKeptFocus(panel: RefObject<HTMLElement | null>, isSheet: boolean): void {
  const wasSheet = useRef(isSheet)
  useEffect(() => {
    if (wasSheet.current === isSheet) return
    wasSheet.current = isSheet
    const focused = document.activeElement
    if (panel.current?.contains(focused) === true) bringIntoView(focused)
  }, [panel, isSheet])
}

/** Returns whether the first field, that of the amount, is scrolled out of sight. */
function isFieldAway(upper: Element): boolean {
  const field = upper.querySelector('input')?.getBoundingClientRect()
  if (field === undefined) return false
  return field.top + field.height / 2 < upper.getBoundingClientRect().top
}

/** Closes an open sheet by the key that closes dialogs. */
function useEscape(
  panel: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onEscape: () => void,
): void {
  const handleEscape = useEffectEvent(onEscape)
  useEffect(() => {
    const element = panel.current
    if (!isOpen || element === null) return
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) handleEscape()
    }
    element.addEventListener('keydown', handleKeyDown)
    return () => element.removeEventListener('keydown', handleKeyDown)
  }, [panel, isOpen])
}

function matchesQuery(): boolean {
  return matchMedia(SHEET_QUERY).matches
}

function subscribeToQuery(onChange: () => void): () => void {
  const query = matchMedia(SHEET_QUERY)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

interface FootOptions extends Pick<PanelElements, 'panel' | 'upper'> {
  isSheet: boolean
  isOpen: boolean
}

/**
 * Tells the page how high the closed sheet is, and the ways to pay of an open one: what else stands
 * at the foot is placed above it.
 */
function useFootHeight({ panel, upper, isSheet, isOpen }: FootOptions): void {
  useLayoutEffect(() => {
    const foot = isOpen ? upper.current?.nextElementSibling : panel.current
    if (!isSheet || !(foot instanceof HTMLElement)) return
    if (!isOpen) return publishHeight(foot, '--bottom-bar')
    const end = publishHeight(foot, '--sheet-foot')
    return () => {
      end()
      document.documentElement.style.removeProperty('--sheet-foot')
    }
  }, [panel, upper, isSheet, isOpen])

  useEffect(() => {
    if (!isSheet) return
    return () => void document.documentElement.style.removeProperty('--bottom-bar')
  }, [isSheet])
}

/** Lets an opened sheet rise from behind its foot, and moves the podium to where it is seen. */
function useRise(
  panel: RefObject<HTMLElement | null>,
  upper: RefObject<HTMLElement | null>,
  isOpen: boolean,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    panel.current?.style.setProperty('--rise', `${upper.current?.offsetHeight ?? 0}px`)
    showPodium(panel.current)
  }, [panel, upper, isOpen])
}

/**
 * Scrolls the podium into the strip above the sheet, which cuts no row then; whoever reads further
 * down stays there.
 */
function showPodium(panel: HTMLElement | null): void {
  const podium = findPodium()
  if (panel === null || podium === undefined) return
  const { top } = podium.getBoundingClientRect()
  if (top < 0 || top > innerHeight) return
  scrollBy({
    top: top - measureCutRowPx(top + panel.getBoundingClientRect().top),
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  })
}
