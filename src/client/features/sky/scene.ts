import type { Viewpoint, SkyLayout } from './messages.ts'
import {
  locateStar,
  projectPlane,
  scatterStars,
  brightnessOf,
  type Size,
  type Star,
} from './orbits.ts'
import { drawStars, drawTail, STAR_SPRITE_SIZE, TAIL_LENGTH, type Sprite } from './sprites.ts'

/** The area of the disc's plane per star, square CSS pixels, roughly. */
const PIXELS_PER_STAR = 9_000
const MAX_STARS = 220

/**
 * The distance by which the nearest stars follow the pointer, CSS pixels, and the share of the
 * scroll distance by which they move.
 */
const POINTER_SHIFT_PX = 9
const SCROLL_SHARE = 0.05

/** The height above the lower edge at which stars begin to fade, as a share of the canvas. */
const FADE_HEIGHT_SHARE = 0.35

const FLIGHT_SECONDS = 1.1
/** The speed of a shooting star, CSS pixels a second. */
const FLIGHT_SPEED = 420
const FLIGHT_BRIGHTNESS = 0.9

interface ShootingStar {
  start: number
  from: { x: number; y: number }
  /** The angle below the horizon, to the left, radians. */
  angle: number
}

/** The stars for one size of the window, drawn into the canvas. */
export class Scene {
  readonly #context: OffscreenCanvasRenderingContext2D
  readonly #size: Size
  readonly #plane
  readonly #stars: Star[]
  readonly #sprites: Sprite[]
  readonly #tail: Sprite
  #shootingStar: ShootingStar | undefined

  constructor(
    context: OffscreenCanvasRenderingContext2D,
    { composition, size, window, pixelRatio }: SkyLayout,
  ) {
    this.#context = context
    this.#size = size
    this.#plane = projectPlane(composition, window)
    const { radius, flatness } = this.#plane
    const count = (radius * radius * flatness * 11) / PIXELS_PER_STAR
    this.#stars = scatterStars(Math.min(MAX_STARS, Math.round(count)), Math.random)
    this.#sprites = drawStars(pixelRatio)
    this.#tail = drawTail(pixelRatio)
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  }

  /** The height of the canvas, CSS pixels. */
  get height(): number {
    return this.#size.height
  }

  /** Draws a frame; `seconds` may come from any clock that does not stop. */
  draw(seconds: number, viewpoint: Viewpoint): void {
    this.#context.clearRect(0, 0, this.#size.width, this.#size.height)
    for (const [i, star] of this.#stars.entries()) this.#drawStar(star, i, seconds, viewpoint)
    if (this.#shootingStar !== undefined) this.#drawShootingStar(this.#shootingStar, seconds)
    this.#context.globalAlpha = 1
  }

  /** Starts a shooting star, unless one is flying. */
  shoot(seconds: number): void {
    this.#shootingStar ??= {
      start: seconds,
      from: {
        x: this.#size.width * (0.55 + 0.35 * Math.random()),
        y: this.#size.height * (0.02 + 0.18 * Math.random()),
      },
      angle: 0.3 + 0.25 * Math.random(),
    }
  }

  #drawStar(star: Star, index: number, seconds: number, viewpoint: Viewpoint): void {
    const sprite = this.#sprites[index % this.#sprites.length]
    const place = locateStar(star, this.#plane, seconds)
    const x = place.x - viewpoint.x * POINTER_SHIFT_PX * star.depth
    const y =
      place.y -
      viewpoint.y * POINTER_SHIFT_PX * star.depth -
      viewpoint.scrolled * SCROLL_SHARE * (0.4 + 0.6 * star.depth)
    const { width, height } = this.#size
    const side = STAR_SPRITE_SIZE * (0.45 + 0.55 * star.depth)
    if (sprite === undefined || x < -side || x > width + side || y < -side || y > height) return
    this.#context.globalAlpha =
      brightnessOf(star, seconds) * Math.min(1, (height - y) / (height * FADE_HEIGHT_SHARE))
    this.#context.drawImage(sprite, x - side / 2, y - side / 2, side, side)
  }

  #drawShootingStar({ start, from, angle }: ShootingStar, seconds: number): void {
    const share = (seconds - start) / FLIGHT_SECONDS
    if (share >= 1) {
      this.#shootingStar = undefined
      return
    }
    const context = this.#context
    context.save()
    context.translate(from.x, from.y)
    context.rotate(Math.PI - angle)
    context.globalAlpha = FLIGHT_BRIGHTNESS * Math.sin(Math.PI * share)
    const head = share * FLIGHT_SECONDS * FLIGHT_SPEED
    context.drawImage(this.#tail, head - TAIL_LENGTH, -3, TAIL_LENGTH, 6)
    context.restore()
  }
}
