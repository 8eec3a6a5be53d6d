import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { BOARD_ID } from '#client/lib/board-marks.ts'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { TopBar } from './top-bar.tsx'

beforeEach(() => {
  stubBrowserApis()
  scrollBy(0)
})

/** Scrolls to so many windows below the page's top. */
function scrollBy(windows: number): void {
  act(() => {
    vi.stubGlobal('scrollY', windows * innerHeight)
    dispatchEvent(new Event('scroll'))
  })
}

/** Renders the bar of a list in a page. */
function open(): void {
  document.body.innerHTML = `<div id="${BOARD_ID}" tabindex="-1"><section><ol></ol></section></div>`
  render(<TopBar list={{ current: document.querySelector('ol') }} />)
}

const findButton = () => screen.queryByRole('button', { name: 'Back to the top' })

test('far below the top a button leads back there, and the focus goes with it', () => {
  const scrollTo = vi.fn<(options: ScrollToOptions) => void>()
  vi.stubGlobal('scrollTo', scrollTo)
  open()
  expect(findButton()).toBeNull()
  scrollBy(4)
  act(() => findButton()?.click())
  expect(scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
  expect(document.activeElement?.id).toBe(BOARD_ID)
  scrollBy(0)
  expect(findButton()).toBeNull()
})

test('notices keep clear of it', () => {
  open()
  const readRoom = () => document.documentElement.style.getPropertyValue('--own-bar')
  expect(readRoom()).toBe('')
  scrollBy(4)
  expect(readRoom()).toBe('4rem')
})
