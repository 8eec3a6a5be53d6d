import { useLayoutEffect } from 'react'

/** Tells the page that a bar is at its foot: notices are placed above it. */
export function useBarHeight(isVisible: boolean): void {
  useLayoutEffect(() => {
    if (!isVisible) return
    const { style } = document.documentElement
    style.setProperty('--own-bar', '4rem')
    return () => void style.removeProperty('--own-bar')
  }, [isVisible])
}
