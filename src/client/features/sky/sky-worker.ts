import type { CanvasMessage } from '#client/ui/worker-canvas.ts'
import type { Viewpoint, SkyLayout, SkyMessage } from './messages.ts'
import { FramePacer } from './frame-pacer.ts'
import { Scene } from './scene.ts'

const FRAMES_PER_SECOND = 12

/** The share of the distance to the viewer's position that a frame makes up. */
const EASING = 0.14

/** The least time between two shooting stars, ms. */
const MIN_SHOOTING_STAR_INTERVAL_MS = 2_500

/** Draws the stars of one canvas, off the main thread. */
class SkyRenderer {
  readonly #canvas: OffscreenCanvas
  readonly #context: OffscreenCanvasRenderingContext2D | null
  readonly #framePacer = new FramePacer(FRAMES_PER_SECOND)
  readonly #viewpoint: Viewpoint = { x: 0, y: 0, scrolled: 0 }
  #targetViewpoint: Viewpoint = { x: 0, y: 0, scrolled: 0 }
  #scene: Scene | undefined
  #paused = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastShootingStarMs = -MIN_SHOOTING_STAR_INTERVAL_MS

  constructor(canvas: OffscreenCanvas) {
    this.#canvas = canvas
    // Firefox gives the context of a transferred canvas once: a second request throws.
    this.#context = canvas.getContext('2d')
  }

  setLayout(layout: SkyLayout): void {
    const { size, pixelRatio } = layout
    this.#canvas.width = Math.round(size.width * pixelRatio)
    this.#canvas.height = Math.round(size.height * pixelRatio)
    this.#scene = this.#context === null ? undefined : new Scene(this.#context, layout)
  }

  setViewpoint(viewpoint: Viewpoint): void {
    this.#targetViewpoint = viewpoint
  }

  setPaused(paused: boolean): void {
    if (paused === this.#paused) return
    this.#paused = paused
    clearTimeout(this.#timer)
    if (!paused) this.#scheduleFrame(0)
  }

  shoot(): void {
    const now = performance.now()
    if (this.#paused || now - this.#lastShootingStarMs < MIN_SHOOTING_STAR_INTERVAL_MS) return
    this.#lastShootingStarMs = now
    this.#scene?.shoot(now / 1000)
  }

  #scheduleFrame(delayMs: number): void {
    const dueMs = performance.now() + delayMs
    this.#timer = setTimeout(() => {
      const now = performance.now()
      this.#drawFrame(now)
      this.#scheduleFrame(this.#framePacer.nextDelayMs(now - dueMs))
    }, delayMs)
  }

  #drawFrame(now: number): void {
    // Further down the board covers it.
    if (this.#scene === undefined || this.#targetViewpoint.scrolled > this.#scene.height) return
    this.#viewpoint.x += (this.#targetViewpoint.x - this.#viewpoint.x) * EASING
    this.#viewpoint.y += (this.#targetViewpoint.y - this.#viewpoint.y) * EASING
    this.#viewpoint.scrolled +=
      (this.#targetViewpoint.scrolled - this.#viewpoint.scrolled) * EASING * 2
    this.#scene.draw(now / 1000, this.#viewpoint)
  }
}

let sky: SkyRenderer | undefined

addEventListener('message', ({ data }: MessageEvent<CanvasMessage | SkyMessage>) => {
  if ('canvas' in data) sky = new SkyRenderer(data.canvas)
  else if (data.kind === 'layout') sky?.setLayout(data.layout)
  else if (data.kind === 'viewpoint') sky?.setViewpoint(data.viewpoint)
  else if (data.kind === 'paused') sky?.setPaused(data.paused)
  else sky?.shoot()
})
