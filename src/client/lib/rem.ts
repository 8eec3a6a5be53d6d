/** Measures one rem in CSS px: the viewer chooses how large text is. Reading it may cost a layout. */
export function measureRemPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
