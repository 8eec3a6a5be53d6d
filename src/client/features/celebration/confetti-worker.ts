import confetti, { type CreateTypes, type Options } from 'canvas-confetti'
import type { Canvas } from '#client/ui/worker-canvas.ts'

/** What the page tells the worker that draws its confetti. */
export interface ConfettiMessage {
  throw: Options
}

/** How often it is asked whether the pieces fly smoothly, milliseconds. */
const LOOK_MS = 480

/** Below this the pieces stutter. */
const SMOOTH_FPS = 45

let throwOnce: CreateTypes | undefined

/** What share of the pieces this device can carry, from the frames seen. */
let share = 1

addEventListener('message', ({ data }: MessageEvent<Canvas | ConfettiMessage>) => {
  if ('canvas' in data) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it draws on either, but is typed for one
    const canvas = data.canvas as OffscreenCanvas & HTMLCanvasElement
    throwOnce = confetti.create(canvas, { resize: false, useWorker: false })
    watchPace()
  } else {
    const { particleCount = 0, ...options } = data.throw
    void throwOnce?.({ ...options, particleCount: Math.round(particleCount * share) })
  }
})

function watchPace(): void {
  let frames = 0
  let since = performance.now()
  requestAnimationFrame(function count(now) {
    frames += 1
    if (now - since >= LOOK_MS) {
      if ((frames * 1000) / (now - since) < SMOOTH_FPS) share = Math.max(0.25, share * 0.6)
      frames = 0
      since = now
    }
    requestAnimationFrame(count)
  })
}
