let isRequested = false

/** Makes the heading of the section that opens next take the focus, as after loading a page. */
export function requestHeadingFocus(): void {
  isRequested = true
}

/** Returns whether the heading shall take the focus, once for each request. */
export function takeHeadingFocus(): boolean {
  const wasRequested = isRequested
  isRequested = false
  return wasRequested
}
