import type { Options } from 'canvas-confetti'
import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'
import { openWorkerCanvas } from '#client/ui/worker-canvas.ts'
import type { Achievement } from './achievement.ts'
import type { ConfettiMessage } from './confetti-worker.ts'
// oxlint-disable-next-line import/default -- the build makes it
import workerUrl from './confetti-worker.ts?worker&url'
import type { Point } from './use-donation-rect.ts'

interface ConfettiStyle {
  colors: string[]
  /** The number of pieces in the first burst. */
  burst: number
  /** The number of pieces in each volley, one per `VOLLEY_MS`. */
  volley: number
  /** True if the pieces fly in all directions, as from a sun; otherwise upwards, as a fountain. */
  isRadial?: boolean
}

const VOLLEY_MS = 480

/** The number of frames over which pieces fade. */
const FADE_FRAMES = 170

const STYLES: Record<Achievement, ConfettiStyle> = {
  joined: { colors: ['#b79dff', '#8f7bff', '#f5f3ff'], burst: 48, volley: 8 },
  'top-ten': { colors: ['#b79dff', '#8f7bff', '#9fb4ff', '#f5f3ff'], burst: 80, volley: 13 },
  third: { colors: ['#f2b184', '#ffd9bf', '#cf8758', '#b79dff'], burst: 110, volley: 18 },
  second: { colors: ['#dfe6f5', '#ffffff', '#a9b7d6', '#b79dff'], burst: 120, volley: 20 },
  first: {
    colors: ['#ffd479', '#ffe9bd', '#ffc857', '#e5a93c', '#fffaf0'],
    burst: 190,
    volley: 28,
    isRadial: true,
  },
}

/** Fetches the worker's code, so that the first pieces fly with the light and the sound. */
export function preloadConfetti(): void {
  fetch(workerUrl).catch(() => undefined)
}

/**
 * Throws confetti over the container for `durationMs`, from the point that `origin` returns at each
 * throw. Returns a function that ends it early.
 */
export function throwConfetti(
  container: HTMLElement,
  { achievement, origin, durationMs }: ThrowOptions,
): () => void {
  const canvas = openConfettiCanvas(container)
  const style = STYLES[achievement]
  const send = (options: Options, pieceCount: number) =>
    canvas.throw({
      ticks: FADE_FRAMES,
      colors: style.colors,
      particleCount: pieceCount * screenScale(),
      origin: toWindowShare(origin()),
      ...options,
    })
  const volley = () => send(buildFountain(), style.volley)

  send(style.isRadial ? RADIAL_BURST : buildFountain(), style.burst)
  const volleys = setInterval(volley, VOLLEY_MS)
  const end = setTimeout(stop, durationMs)
  function stop(): void {
    clearInterval(volleys)
    clearTimeout(end)
    canvas.close()
  }
  return stop
}

interface ThrowOptions {
  achievement: Achievement
  origin: () => Point
  durationMs: number
}

/** Throws a single golden burst, for those who watch. Returns a function that ends it early. */
export function burstOnce(container: HTMLElement, from: Point): () => void {
  const canvas = openConfettiCanvas(container)
  const { colors, burst } = STYLES.first
  canvas.throw({
    ...RADIAL_BURST,
    colors,
    ticks: 110,
    scalar: 0.7,
    particleCount: (burst / 3) * screenScale(),
    origin: toWindowShare(from),
  })
  return canvas.close
}

/** A burst from a sun: slowed by drag, with little gravity. */
const RADIAL_BURST: Options = {
  spread: 360,
  startVelocity: 30,
  decay: 0.92,
  gravity: 0.42,
  scalar: 0.95,
}

/** Builds a fountain that is as high as the window allows. */
function buildFountain(): Options {
  const startVelocity = Math.min(52, 22 + innerHeight / 32)
  return { spread: 96, startVelocity, decay: 0.91, gravity: 0.8, scalar: 0.95 }
}

function toWindowShare({ x, y }: Point): Point {
  return { x: x / innerWidth, y: y / innerHeight }
}

/**
 * Opens a canvas that a worker draws: so many pieces would take the main thread more time than a
 * frame has, and the library's own worker is made from a blob, which the content security policy
 * forbids. Draws nothing if reduced motion is preferred, or if workers cannot draw in this browser.
 */
function openConfettiCanvas(container: HTMLElement) {
  const canvas = prefersReducedMotion()
    ? undefined
    : openWorkerCanvas<ConfettiMessage>(container, workerUrl)
  return {
    throw: (options: Options) => canvas?.post({ throw: options }),
    close: () => canvas?.close(),
  }
}

/** Returns the share of pieces for this window: 1 for a laptop, about half for a phone. */
function screenScale(): number {
  return Math.min(1, Math.max(0.5, innerWidth / 1_200))
}
