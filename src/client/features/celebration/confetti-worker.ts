import confetti, { type CreateTypes, type Options } from 'canvas-confetti'
import { keepContext } from '#client/ui/canvas-context.ts'
import type { CanvasMessage } from '#client/ui/worker-canvas.ts'

/** The message from the page to the worker that draws confetti. */
export interface ConfettiMessage {
  throw: Options
}

/** The interval between two measurements of the frame rate, ms. */
const SAMPLE_MS = 480

/** The frame rate below which the pieces visibly stutter. */
const MIN_SMOOTH_FPS = 45

let fire: CreateTypes | undefined

/** The share of the pieces that this device can draw smoothly, by the measured frame rate. */
let pieceShare = 1

addEventListener('message', ({ data }: MessageEvent<CanvasMessage | ConfettiMessage>) => {
  if ('canvas' in data) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it draws on either, but is typed for one
    const canvas = data.canvas as OffscreenCanvas & HTMLCanvasElement
    keepContext(canvas)
    fire = confetti.create(canvas, { resize: false, useWorker: false })
    measureFrameRate()
  } else {
    const { particleCount = 0, ...options } = data.throw
    void fire?.({ ...options, particleCount: Math.round(particleCount * pieceShare) })
  }
})

function measureFrameRate(): void {
  let frames = 0
  let since = performance.now()
  requestAnimationFrame(function count(now) {
    frames += 1
    if (now - since >= SAMPLE_MS) {
      if ((frames * 1000) / (now - since) < MIN_SMOOTH_FPS)
        pieceShare = Math.max(0.25, pieceShare * 0.6)
      frames = 0
      since = now
    }
    requestAnimationFrame(count)
  })
}
