import confetti, { type CreateTypes, type Options } from 'canvas-confetti'
import type { Achievement } from './achievement.ts'
import type { Point } from './use-place.ts'

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

/**
 * Throws confetti over the canvas for that long, from wherever `origin` then is; returns how to
 * end it early.
 */
export function throwConfetti(
  canvas: HTMLCanvasElement,
  { achievement, origin, durationMs }: Throw,
): () => void {
  const throwOnce = openCanvas(canvas)
  const pace = watchPace()
  const show = SHOWS[achievement]
  const send = (options: Options, pieces: number) =>
    void throwOnce({
      ticks: TICKS,
      colors: show.colors,
      particleCount: Math.round(pieces * sizeOfScreen() * pace.read()),
      origin: { x: origin().x / innerWidth, y: origin().y / innerHeight },
      ...options,
    })
  const volley = () => send(describeFountain(), show.volley)

  send(show.isBursting ? BURST : describeFountain(), show.burst)
  const volleys = setInterval(volley, VOLLEY_MS)
  const end = setTimeout(stop, durationMs)
  function stop(): void {
    clearInterval(volleys)
    clearTimeout(end)
    pace.stop()
    throwOnce.reset()
  }
  return stop
}

interface Throw {
  achievement: Achievement
  origin: () => Point
  durationMs: number
}

/** A single golden burst, for those who watch; returns how to end it early. */
export function burstOnce(canvas: HTMLCanvasElement, from: Point): () => void {
  const throwOnce = openCanvas(canvas)
  const { colors, burst } = SHOWS.first
  void throwOnce({
    ...BURST,
    colors,
    ticks: 110,
    scalar: 0.7,
    particleCount: Math.round((burst / 3) * sizeOfScreen()),
    origin: { x: from.x / innerWidth, y: from.y / innerHeight },
  })
  return () => throwOnce.reset()
}

/** Out of a sun, slowed by space and hardly drawn down. */
const BURST: Options = { spread: 360, startVelocity: 30, decay: 0.92, gravity: 0.42, scalar: 0.95 }

/** As high as the window lets it be seen. */
function describeFountain(): Options {
  const startVelocity = Math.min(52, 22 + innerHeight / 32)
  return { spread: 96, startVelocity, decay: 0.91, gravity: 0.8, scalar: 0.95 }
}

function openCanvas(canvas: HTMLCanvasElement): CreateTypes {
  // A worker would be made from a blob, which the content security policy forbids.
  return confetti.create(canvas, { resize: true, useWorker: false, disableForReducedMotion: true })
}

/** Less where there is less to fill: 1 for a laptop, about half for a phone. */
function sizeOfScreen(): number {
  return Math.min(1, Math.max(0.5, innerWidth / 1_200))
}

/** Below this the pieces stutter. */
const SMOOTH_FPS = 45

/** Answers, from the frames it has seen, what share of the pieces this device can carry. */
function watchPace() {
  let share = 1
  let frames = 0
  let since = performance.now()
  let request = requestAnimationFrame(count)
  function count(now: number): void {
    frames += 1
    if (now - since >= VOLLEY_MS) {
      if ((frames * 1000) / (now - since) < SMOOTH_FPS) share = Math.max(0.25, share * 0.6)
      frames = 0
      since = now
    }
    request = requestAnimationFrame(count)
  }
  return { read: () => share, stop: () => cancelAnimationFrame(request) }
}
