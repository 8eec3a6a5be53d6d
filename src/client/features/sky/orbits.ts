import type { Composition } from './compositions.ts'

/** A part of the window in CSS pixels, from its top left corner. */
export interface Size {
  width: number
  height: number
}

/** The plane of the galaxy as a window shows it. */
export interface Plane {
  /** CSS pixels, from the top left corner. */
  core: { x: number; y: number }
  /** Of the disc, CSS pixels. */
  radius: number
  flatness: number
  angle: number
}

/** One star of the live layer, on its orbit around the core. */
export interface Star {
  /** Of its orbit, in radii of the disc. */
  radius: number
  /** Where on the orbit it is at the start, radians. */
  phase: number
  /** How near it is, 0 to 1: near ones are bigger and follow the pointer further. */
  depth: number
  /** How bright at its brightest, 0 to 1. */
  maxBrightness: number
  /** A beat of its own for its twinkling, radians a second. */
  twinkleSpeed: number
}

/** Radians a second at the disc's edge; a star there needs three quarters of an hour around. */
const SPEED_AT_EDGE = 0.0023

/** How far beyond the disc stars still orbit, in its radii. */
const MAX_ORBIT_RADIUS = 1.9

/** Where the picture's galaxy lies in a window that it covers, held at its top (`object-position: 50% 0`). */
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

/** Stars spread evenly over the disc and around it; `random` as Math.random. */
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

/** Where a star is after `seconds`: the nearer to the core, the faster, as Kepler has it. */
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

/** Its share of full brightness at a time: it never goes out. */
export function brightnessOf(star: Star, seconds: number): number {
  return star.maxBrightness * (0.68 + 0.32 * Math.sin(star.twinkleSpeed * seconds + star.phase * 7))
}
