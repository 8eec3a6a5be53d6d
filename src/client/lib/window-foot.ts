/** Returns where the free part of the window ends, CSS px: a sheet may stand at its foot. */
export function measureFreeHeightPx(): number {
  const { style } = document.documentElement
  return innerHeight - (Number.parseFloat(style.getPropertyValue('--bottom-bar')) || 0)
}

/** Calls back when the free part of the window may have changed. Returns what ends that. */
export function subscribeToFreeHeight(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['style'] })
  addEventListener('resize', onChange)
  return () => {
    observer.disconnect()
    removeEventListener('resize', onChange)
  }
}
