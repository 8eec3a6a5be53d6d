/** Returns red, green and blue of `#rrggbb`, 0 to 255. */
export function channelsOf(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
}

/** Returns the relative luminance by WCAG 2, 0 to 1. */
export function luminanceOf(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colours by WCAG 2, 1 to 21. */
export function contrastOf(one: readonly number[], other: readonly number[]): number {
  const lights = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05)
}
