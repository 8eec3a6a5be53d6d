/** How the galaxy stands in one picture. */
export interface Composition {
  /** Reference pixels, in which the sizes of its stars are given; drawn at a multiple of it. */
  width: number
  height: number
  /** From the top left corner, in shares of the sides. */
  core: readonly [number, number]
  /** Of the disc, in heights of the picture. */
  radius: number
  /** Short over long axis of the disc as we see it. */
  flatness: number
  /** Of the long axis against the horizon, radians, anticlockwise. */
  angle: number
}

// The core stands to the right and high up, where the page has no panel; the left is dark for its headline.
export const landscape: Composition = {
  width: 2560,
  height: 1440,
  core: [0.715, 0.29],
  radius: 0.8,
  flatness: 0.36,
  angle: 0.36,
}

export const tablet: Composition = {
  width: 1100,
  height: 1466,
  core: [0.76, 0.175],
  radius: 0.44,
  flatness: 0.36,
  angle: 0.4,
}

export const portrait: Composition = {
  width: 828,
  height: 1792,
  core: [0.79, 0.235],
  radius: 0.36,
  flatness: 0.36,
  angle: 0.5,
}
