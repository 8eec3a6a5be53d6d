import type { Composition } from './compositions.ts'
import type { Band } from './orbits.ts'

/** Where the stars are drawn: the part of the window that the canvas covers, over which picture. */
export interface Setting {
  composition: Composition
  band: Band
  window: Band
  pixelRatio: number
}

/** Where the viewer looks: the pointer from -1 to 1 across the window, the way scrolled in CSS pixels. */
export interface Gaze {
  x: number
  y: number
  scrolled: number
}

/** What the page tells the worker that draws its stars. */
export type SkyMessage =
  | { kind: 'set'; setting: Setting }
  | { kind: 'look'; gaze: Gaze }
  | { kind: 'rest'; resting: boolean }
  | { kind: 'shoot' }
