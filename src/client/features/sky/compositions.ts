/** The galaxy's geometry in one picture. */
export interface Composition {
  /** The size in reference pixels, in which its stars are measured; drawn at a multiple of it. */
  width: number
  height: number
  /** The core's position from the top left corner, as shares of the width and the height. */
  core: readonly [number, number]
  /** The radius of the disc, in heights of the picture. */
  radius: number
  /** The ratio of the disc's short axis to its long axis, as seen. */
  flatness: number
  /** The angle of the long axis to the horizon, radians, anticlockwise. */
  angle: number
}

// The core is high up on the right, where the page has no panel; the left is dark for the headline.
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
