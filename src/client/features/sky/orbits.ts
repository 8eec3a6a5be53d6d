import type { Composition } from './compositions.ts'

/** A size in CSS pixels; the area begins at the window's top left corner. */
export interface Size {
  width: number
  height: number
}

/** The plane of the galaxy as projected into a window. */
export interface Plane {
  /** The core in CSS pixels, from the top left corner. */
  core: { x: number; y: number }
  /** The radius of the disc, CSS pixels. */
  radius: number
  flatness: number
  angle: number
}

/** One of the moving stars, on its orbit around the core. */
export interface Star {
  /** The radius of the orbit, in radii of the disc. */
  radius: number
  /** The angle on the orbit at the start, radians. */
  phase: number
  /** The nearness, 0 to 1: near stars are bigger and follow the pointer further. */
  depth: number
  /** The highest brightness, 0 to 1. */
  maxBrightness: number
  /** The speed of the twinkling, radians a second. */
  twinkleSpeed: number
}

/** The speed at the disc's edge, radians a second: three quarters of an hour for an orbit. */
const SPEED_AT_EDGE = 0.0023

/** The radius of the largest orbits, in radii of the disc. */
const MAX_ORBIT_RADIUS = 1.9

/**
 * Projects the picture's galaxy into a window that the picture covers, aligned to its top
 * (`object-position: 50% 0`).
 */
export function projectPlane(composition: Composition, window: Size): Plane {
  const { width, height, core, radius, flatness, angle } = composition
  const scale = Math.max(window.width / width, window.height / height)
  return {
    core: {
      x: window.width / 2 + (core[0] - 0.5) * width * scale,
      y: core[1] * height * scale,
    },
    radius: radius * height * scale,
    flatness,
    angle,
  }
}

/** Spreads stars evenly over the disc and around it; `random` as Math.random. */
export function scatterStars(count: number, random: () => number): Star[] {
  return Array.from({ length: count }, () => {
    const depth = random() ** 2
    return {
      radius: Math.max(0.12, Math.sqrt(random()) * MAX_ORBIT_RADIUS),
      phase: random() * 2 * Math.PI,
      depth,
      maxBrightness: 0.35 + 0.65 * depth,
      twinkleSpeed: 0.4 + 1.4 * random(),
    }
  })
}

/** Returns a star's position after `seconds`: the nearer to the core, the faster (Kepler). */
export function locateStar(star: Star, plane: Plane, seconds: number): { x: number; y: number } {
  const turned = star.phase + (SPEED_AT_EDGE * seconds) / star.radius ** 1.5
  const along = Math.cos(turned) * star.radius * plane.radius
  const across = Math.sin(turned) * star.radius * plane.radius * plane.flatness
  const cos = Math.cos(plane.angle)
  const sin = Math.sin(plane.angle)
  return {
    x: plane.core.x + cos * along - sin * across,
    y: plane.core.y - sin * along - cos * across,
  }
}

/** Returns the brightness of a twinkling star at a time; it is never zero. */
export function brightnessOf(star: Star, seconds: number): number {
  return star.maxBrightness * (0.68 + 0.32 * Math.sin(star.twinkleSpeed * seconds + star.phase * 7))
}
