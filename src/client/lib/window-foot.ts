/** Returns where the free part of the window ends, CSS px: a sheet may stand at its foot. */
export function measureFreeHeightPx(): number {
  const { style } = document.documentElement
  return innerHeight - (Number.parseFloat(style.getPropertyValue('--bottom-bar')) || 0)
}
