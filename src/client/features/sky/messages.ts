import type { Composition } from './compositions.ts'
import type { Size } from './orbits.ts'

/** Where the stars are drawn: the part of the window that the canvas covers, over which picture. */
export interface SkyLayout {
  composition: Composition
  size: Size
  window: Size
  pixelRatio: number
}

/** Where the viewer looks: the pointer from -1 to 1 across the window, the way scrolled in CSS pixels. */
export interface Viewpoint {
  x: number
  y: number
  scrolled: number
}

/** What the page tells the worker that draws its stars. */
export type SkyMessage =
  | { kind: 'layout'; layout: SkyLayout }
  | { kind: 'viewpoint'; viewpoint: Viewpoint }
  | { kind: 'paused'; paused: boolean }
  | { kind: 'shoot' }
