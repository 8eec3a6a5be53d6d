import type { Page } from '@playwright/test'

/** Rules of WCAG 2.2 that axe does not check; each function returns one line per violation. */

/**
 * Finds controls under 24 px, or under 44 px if they are a page's main control; payment buttons
 * need PayPal's 40 px.
 */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const primary = /I Understand|^Log In$|^Sign Up$|^Pay$|^Donate NOW!$|Try again/
    const payment = /^Donate with/
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, [role=button]')
    return [...controls].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect()
      if (width === 0 || !control.checkVisibility({ visibilityProperty: true })) return []
      const name = (control.getAttribute('aria-label') ?? control.textContent).trim()
      const requiredOfPayment = payment.test(name) ? 40 : 24
      const required = primary.test(name) ? 44 : requiredOfPayment
      if (Math.min(width, height) >= required - 0.5) return []
      return `${name}: ${Math.round(width)} × ${Math.round(height)}`
    })
  })
}

/** Finds texts beyond the sides of the window, and cut texts other than donors' names. */
export function findCutContent(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Returns whether a text is heard, but clipped away from sight. */
    const isHeardOnly = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isHeardOnly(element.parentElement))
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[aria-hidden=true], bdi, [title]') === null &&
      !isHeardOnly(element)
    /** Returns whether a text is in a strip of tabs that scrolls and is in the window itself. */
    const isInStrip = (element: Element) => {
      const strip = element.closest('[role=tablist]')
      if (strip === null || getComputedStyle(strip).overflowX !== 'auto') return false
      const { left, right } = strip.getBoundingClientRect()
      return left >= -1 && right <= innerWidth + 1
    }
    const describeText = (text: Node, element: Element): string[] => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right, width } = range.getBoundingClientRect()
      const isOutside = width > 0 && (left < -1 || right > innerWidth + 1)
      const isBeyond = isOutside && !isInStrip(element)
      const isCut =
        element.scrollWidth > element.clientWidth + 1 &&
        getComputedStyle(element).overflowX !== 'visible'
      // An element out of sight, whose content may be skipped, keeps the width of an earlier layout
      // until it is scrolled into view; the next call measures it again.
      if (isCut) element.scrollIntoView({ block: 'center' })
      return isBeyond || isCut ? [`${isCut ? 'cut' : 'beyond'}: ${text.textContent}`] : []
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      const { parentElement } = text
      if (parentElement === null || text.textContent?.trim() === '') continue
      if (isShown(parentElement)) found.push(...describeText(text, parentElement))
    }
    const { scrollWidth } = document.documentElement
    return scrollWidth > innerWidth ? [`${scrollWidth - innerWidth} px too wide`, ...found] : found
  })
}

/**
 * Finds the elements that move. Transitions of 0.01 ms, which reduced motion uses, do not count;
 * those of elements out of sight, whose content is skipped, never end.
 */
export function findRunningAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 1)
      .map(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null
        return target?.outerHTML.slice(0, 120) ?? 'unknown'
      }),
  )
}

/**
 * Finds texts with a colour of their own although the viewer forces colours. The viewer's own colour
 * of what is chosen counts as forced: no style but ours tells a chosen button from others.
 */
export function findUnforcedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.setProperty('color', 'HighlightText')
    const chosenColor = getComputedStyle(probe).color
    probe.remove()
    return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const { forcedColorAdjust, color } = getComputedStyle(element)
      const isUnforced = forcedColorAdjust === 'none' && color !== chosenColor
      const hasText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
      )
      return hasText && isUnforced ? element.textContent.slice(0, 60) : []
    })
  })
}
