import type { Gaze, Setting } from './messages.ts'
import { placeOf, planeIn, scatterStars, twinkleOf, type Band, type Star } from './orbits.ts'
import { drawStars, drawTail, STAR_SIDE, TAIL, type Sprite } from './sprites.ts'

/** One star on so many square CSS pixels of the disc's plane, about. */
const PLANE_A_STAR = 9_000
const MOST_STARS = 220

/** CSS pixels that the nearest stars follow the pointer, and their share of the way scrolled. */
const REACH_OF_POINTER = 9
const SHARE_OF_SCROLL = 0.05

/** How far above the band's lower edge stars begin to fade, as a share of its height. */
const FADING = 0.35

const FLIGHT_SECONDS = 1.1
/** CSS pixels a second. */
const FLIGHT_SPEED = 420
const FLIGHT_LIGHT = 0.9

interface Flight {
  start: number
  from: { x: number; y: number }
  /** Radians below the horizon, to the left. */
  dip: number
}

/** The stars in one size of the window, drawn into the band that the canvas covers. */
export class Scene {
  readonly #context: OffscreenCanvasRenderingContext2D
  readonly #band: Band
  readonly #plane
  readonly #stars: Star[]
  readonly #sprites: Sprite[]
  readonly #tail: Sprite
  #flight: Flight | undefined

  constructor(
    context: OffscreenCanvasRenderingContext2D,
    { composition, band, window, pixelRatio }: Setting,
  ) {
    this.#context = context
    this.#band = band
    this.#plane = planeIn(composition, window)
    const { radius, flatness } = this.#plane
    const count = (radius * radius * flatness * 11) / PLANE_A_STAR
    this.#stars = scatterStars(Math.min(MOST_STARS, Math.round(count)), Math.random)
    this.#sprites = drawStars(pixelRatio)
    this.#tail = drawTail(pixelRatio)
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
  }

  /** Of the band that it fills, CSS pixels. */
  get height(): number {
    return this.#band.height
  }

  /** `seconds` on any clock that does not stop. */
  draw(seconds: number, gaze: Gaze): void {
    this.#context.clearRect(0, 0, this.#band.width, this.#band.height)
    for (const [i, star] of this.#stars.entries()) this.#drawStar(star, i, seconds, gaze)
    if (this.#flight !== undefined) this.#drawFlight(this.#flight, seconds)
    this.#context.globalAlpha = 1
  }

  /** Sends a shooting star on its way, where none is flying. */
  shoot(seconds: number): void {
    this.#flight ??= {
      start: seconds,
      from: {
        x: this.#band.width * (0.55 + 0.35 * Math.random()),
        y: this.#band.height * (0.02 + 0.18 * Math.random()),
      },
      dip: 0.3 + 0.25 * Math.random(),
    }
  }

  #drawStar(star: Star, index: number, seconds: number, gaze: Gaze): void {
    const sprite = this.#sprites[index % this.#sprites.length]
    const place = placeOf(star, this.#plane, seconds)
    const x = place.x - gaze.x * REACH_OF_POINTER * star.depth
    const y =
      place.y -
      gaze.y * REACH_OF_POINTER * star.depth -
      gaze.scrolled * SHARE_OF_SCROLL * (0.4 + 0.6 * star.depth)
    const { width, height } = this.#band
    const side = STAR_SIDE * (0.45 + 0.55 * star.depth)
    if (sprite === undefined || x < -side || x > width + side || y < -side || y > height) return
    this.#context.globalAlpha =
      twinkleOf(star, seconds) * Math.min(1, (height - y) / (height * FADING))
    this.#context.drawImage(sprite, x - side / 2, y - side / 2, side, side)
  }

  #drawFlight({ start, from, dip }: Flight, seconds: number): void {
    const share = (seconds - start) / FLIGHT_SECONDS
    if (share >= 1) {
      this.#flight = undefined
      return
    }
    const context = this.#context
    context.save()
    context.translate(from.x, from.y)
    context.rotate(Math.PI - dip)
    context.globalAlpha = FLIGHT_LIGHT * Math.sin(Math.PI * share)
    const head = share * FLIGHT_SECONDS * FLIGHT_SPEED
    context.drawImage(this.#tail, head - TAIL, -3, TAIL, 6)
    context.restore()
  }
}
