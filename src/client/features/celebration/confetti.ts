import type { Options } from 'canvas-confetti'
import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'
import { openWorkerCanvas } from '#client/ui/worker-canvas.ts'
import type { Achievement } from './achievement.ts'
import type { ConfettiMessage } from './confetti-worker.ts'
// oxlint-disable-next-line import/default -- the build makes it
import workerUrl from './confetti-worker.ts?worker&url'
import type { Point } from './use-donation-rect.ts'

interface Show {
  colors: string[]
  /** How many pieces the first burst has. */
  burst: number
  /** How many pieces follow each `VOLLEY_MS`. */
  volley: number
  /** Whether it flies in all directions, as a sun bursts, and not upwards as a fountain. */
  isBursting?: boolean
}

const VOLLEY_MS = 480

/** Pieces fade over so many frames. */
const TICKS = 170

const SHOWS: Record<Achievement, Show> = {
  joined: { colors: ['#b79dff', '#8f7bff', '#f5f3ff'], burst: 48, volley: 8 },
  'top-ten': { colors: ['#b79dff', '#8f7bff', '#9fb4ff', '#f5f3ff'], burst: 80, volley: 13 },
  third: { colors: ['#f2b184', '#ffd9bf', '#cf8758', '#b79dff'], burst: 110, volley: 18 },
  second: { colors: ['#dfe6f5', '#ffffff', '#a9b7d6', '#b79dff'], burst: 120, volley: 20 },
  first: {
    colors: ['#ffd479', '#ffe9bd', '#ffc857', '#e5a93c', '#fffaf0'],
    burst: 190,
    volley: 28,
    isBursting: true,
  },
}

/** Fetches the code that draws it, so that the first pieces fly with the light and the sound. */
export function preloadConfetti(): void {
  fetch(workerUrl).catch(() => undefined)
}

/**
 * Throws confetti over the place for that long, from wherever `origin` then is; returns how to
 * end it early.
 */
export function throwConfetti(
  place: HTMLElement,
  { achievement, origin, durationMs }: Throw,
): () => void {
  const sky = openSky(place)
  const show = SHOWS[achievement]
  const send = (options: Options, pieces: number) =>
    sky.throw({
      ticks: TICKS,
      colors: show.colors,
      particleCount: pieces * sizeOfScreen(),
      origin: shareOfWindow(origin()),
      ...options,
    })
  const volley = () => send(describeFountain(), show.volley)

  send(show.isBursting ? BURST : describeFountain(), show.burst)
  const volleys = setInterval(volley, VOLLEY_MS)
  const end = setTimeout(stop, durationMs)
  function stop(): void {
    clearInterval(volleys)
    clearTimeout(end)
    sky.close()
  }
  return stop
}

interface Throw {
  achievement: Achievement
  origin: () => Point
  durationMs: number
}

/** A single golden burst, for those who watch; returns how to end it early. */
export function burstOnce(place: HTMLElement, from: Point): () => void {
  const sky = openSky(place)
  const { colors, burst } = SHOWS.first
  sky.throw({
    ...BURST,
    colors,
    ticks: 110,
    scalar: 0.7,
    particleCount: (burst / 3) * sizeOfScreen(),
    origin: shareOfWindow(from),
  })
  return sky.close
}

/** Out of a sun, slowed by space and hardly drawn down. */
const BURST: Options = { spread: 360, startVelocity: 30, decay: 0.92, gravity: 0.42, scalar: 0.95 }

/** As high as the window lets it be seen. */
function describeFountain(): Options {
  const startVelocity = Math.min(52, 22 + innerHeight / 32)
  return { spread: 96, startVelocity, decay: 0.91, gravity: 0.8, scalar: 0.95 }
}

function shareOfWindow({ x, y }: Point): Point {
  return { x: x / innerWidth, y: y / innerHeight }
}

/**
 * A worker draws: so many pieces would take the page's thread more time than a frame has, and the
 * library's own worker is made from a blob, which the content security policy forbids. No confetti
 * flies where less motion is preferred, nor in a browser whose workers cannot draw.
 */
function openSky(place: HTMLElement) {
  const sky = prefersReducedMotion()
    ? undefined
    : openWorkerCanvas<ConfettiMessage>(place, workerUrl)
  return {
    throw: (options: Options) => sky?.tell({ throw: options }),
    close: () => sky?.close(),
  }
}

/** Less where there is less to fill: 1 for a laptop, about half for a phone. */
function sizeOfScreen(): number {
  return Math.min(1, Math.max(0.5, innerWidth / 1_200))
}
