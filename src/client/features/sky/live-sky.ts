import { Pace } from './pace.ts'
import { watchRest } from './rest.ts'
import { Scene, type Gaze } from './scene.ts'

const FRAMES_PER_SECOND = 12

/** Finer pixels cost more than these soft stars show. */
const MOST_PIXEL_RATIO = 2

/** How much of the way to where the viewer looks is made up in a frame. */
const EASING = 0.14

/** A donation's shooting star keeps this distance to the one before, milliseconds. */
const BETWEEN_SHOTS_MS = 2_500

export interface LiveSky {
  /** A faint shooting star, for a donation that has just arrived; at most one in a few seconds. */
  shoot: () => void
  stop: () => void
}

/**
 * Moves a few stars around the galaxy's core in the canvas, slowly, for as long as nothing speaks
 * against it: see `watchRest` and `Pace`. Does nothing in a browser without canvases.
 */
export function startSky(canvas: HTMLCanvasElement): LiveSky {
  const context = canvas.getContext('2d')
  if (context === null) return { shoot: () => {}, stop: () => {} }
  const sky = new RunningSky(canvas, context)
  const stopWatching = watchRest((resting) => sky.rest(resting))
  return {
    shoot: () => sky.shoot(),
    stop: () => {
      stopWatching()
      sky.stop()
    },
  }
}

class RunningSky {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #pace = new Pace(FRAMES_PER_SECOND)
  readonly #ended = new AbortController()
  readonly #gaze: Gaze = { x: 0, y: 0, scrolled: scrollY }
  readonly #goal = { x: 0, y: 0 }
  #scene: Scene
  #resting = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastShotMs = -BETWEEN_SHOTS_MS

  constructor(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
    this.#canvas = canvas
    this.#context = context
    this.#scene = this.#setScene()
    const options = { passive: true, signal: this.#ended.signal }
    addEventListener('resize', () => (this.#scene = this.#setScene()), options)
    addEventListener('pointermove', (event) => this.#follow(event), options)
  }

  rest(resting: boolean): void {
    if (resting === this.#resting) return
    this.#resting = resting
    clearTimeout(this.#timer)
    if (!resting) this.#await(0)
  }

  shoot(): void {
    const now = performance.now()
    if (this.#resting || now - this.#lastShotMs < BETWEEN_SHOTS_MS) return
    this.#lastShotMs = now
    this.#scene.shoot(now / 1000)
  }

  stop(): void {
    this.#ended.abort()
    clearTimeout(this.#timer)
  }

  #await(delayMs: number): void {
    const dueMs = performance.now() + delayMs
    this.#timer = setTimeout(() => {
      const now = performance.now()
      this.#drawFrame(now)
      this.#await(this.#pace.next(now - dueMs))
    }, delayMs)
  }

  #drawFrame(now: number): void {
    // Further down the board hides it.
    if (scrollY > this.#canvas.clientHeight) return
    this.#gaze.x += (this.#goal.x - this.#gaze.x) * EASING
    this.#gaze.y += (this.#goal.y - this.#gaze.y) * EASING
    this.#gaze.scrolled += (scrollY - this.#gaze.scrolled) * EASING * 2
    this.#scene.draw(now / 1000, this.#gaze)
  }

  #follow({ pointerType, clientX, clientY }: PointerEvent): void {
    // A finger scrolls; only a mouse looks around.
    if (pointerType !== 'mouse') return
    this.#goal.x = (2 * clientX) / innerWidth - 1
    this.#goal.y = (2 * clientY) / innerHeight - 1
  }

  #setScene(): Scene {
    const pixelRatio = Math.min(MOST_PIXEL_RATIO, devicePixelRatio)
    const band = { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight }
    this.#canvas.width = Math.round(band.width * pixelRatio)
    this.#canvas.height = Math.round(band.height * pixelRatio)
    const window = { width: innerWidth, height: innerHeight }
    return new Scene(this.#context, band, window, pixelRatio)
  }
}
