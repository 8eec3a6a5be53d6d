import type { Canvas } from '#client/ui/worker-canvas.ts'
import type { Gaze, Setting, SkyMessage } from './messages.ts'
import { Pace } from './frame-pacer.ts'
import { Scene } from './scene.ts'

const FRAMES_PER_SECOND = 12

/** How much of the way to where the viewer looks is made up in a frame. */
const EASING = 0.14

/** A donation's shooting star keeps this distance to the one before, milliseconds. */
const BETWEEN_SHOTS_MS = 2_500

/** The stars in one canvas, which the page's own thread never sees. */
class RunningSky {
  readonly #canvas: OffscreenCanvas
  readonly #pace = new Pace(FRAMES_PER_SECOND)
  readonly #gaze: Gaze = { x: 0, y: 0, scrolled: 0 }
  #goal: Gaze = { x: 0, y: 0, scrolled: 0 }
  #scene: Scene | undefined
  #resting = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastShotMs = -BETWEEN_SHOTS_MS

  constructor(canvas: OffscreenCanvas) {
    this.#canvas = canvas
  }

  set(setting: Setting): void {
    const { band, pixelRatio } = setting
    this.#canvas.width = Math.round(band.width * pixelRatio)
    this.#canvas.height = Math.round(band.height * pixelRatio)
    const context = this.#canvas.getContext('2d')
    this.#scene = context === null ? undefined : new Scene(context, setting)
  }

  look(gaze: Gaze): void {
    this.#goal = gaze
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
    this.#scene?.shoot(now / 1000)
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
    if (this.#scene === undefined || this.#goal.scrolled > this.#scene.height) return
    this.#gaze.x += (this.#goal.x - this.#gaze.x) * EASING
    this.#gaze.y += (this.#goal.y - this.#gaze.y) * EASING
    this.#gaze.scrolled += (this.#goal.scrolled - this.#gaze.scrolled) * EASING * 2
    this.#scene.draw(now / 1000, this.#gaze)
  }
}

let sky: RunningSky | undefined

addEventListener('message', ({ data }: MessageEvent<Canvas | SkyMessage>) => {
  if ('canvas' in data) sky = new RunningSky(data.canvas)
  else if (data.kind === 'set') sky?.set(data.setting)
  else if (data.kind === 'look') sky?.look(data.gaze)
  else if (data.kind === 'rest') sky?.rest(data.resting)
  else sky?.shoot()
})
