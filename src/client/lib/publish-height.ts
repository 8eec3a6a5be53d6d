/**
 * Keeps a property of the page at the height of an element, px; without a height it is unset. Returns
 * what ends that.
 */
export function publishHeight(element: HTMLElement, property: `--${string}`): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const { offsetHeight } = element
    if (offsetHeight > 0) style.setProperty(property, `${offsetHeight}px`)
    else style.removeProperty(property)
  })
  observer.observe(element)
  return () => observer.disconnect()
}
