import type { Composition } from './compositions.ts'
import type { Size } from './orbits.ts'

/** The layout of the stars: the sizes of the canvas and the window, and the picture behind. */
export interface SkyLayout {
  composition: Composition
  size: Size
  window: Size
  pixelRatio: number
}

/**
 * The viewer's position for the parallax: the pointer from -1 to 1 across the window, and the
 * scroll distance in CSS pixels.
 */
export interface Viewpoint {
  x: number
  y: number
  scrolled: number
}

/** A message from the page to the worker that draws its stars. */
export type SkyMessage =
  | { kind: 'layout'; layout: SkyLayout }
  | { kind: 'viewpoint'; viewpoint: Viewpoint }
  | { kind: 'paused'; paused: boolean }
  | { kind: 'shoot' }
