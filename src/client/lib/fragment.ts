let hiddenFragment = ''

/** Takes a secret out of the address before anything else runs, and keeps it for who asks later. */
export function hideFragment(): void {
  if (!location.hash.includes('=')) return
  hiddenFragment = location.hash
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** Returns the fragment that was hidden, or that the address has got since; once. */
export function takeFragment(): string {
  hideFragment()
  const fragment = hiddenFragment
  hiddenFragment = ''
  return fragment
}
