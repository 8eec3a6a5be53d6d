let hiddenFragment = ''

/** Removes a secret from the address before anything else runs, and keeps it for `takeFragment`. */
export function hideFragment(): void {
  if (!location.hash.includes('=')) return
  hiddenFragment = location.hash
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** Returns the fragment that was hidden, or that the address has now, and forgets it. */
export function takeFragment(): string {
  hideFragment()
  const fragment = hiddenFragment
  hiddenFragment = ''
  return fragment
}
