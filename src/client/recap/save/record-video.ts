import type { Recap, ReplayStep } from '#contract/crowns.ts'
import { LOCALE } from '#client/lib/format.ts'
import { spanOf } from '../course-lines.ts'
import { ReplayCourse } from '../replay/replay-course.ts'
import { FRAME, FramePainter } from './frame.ts'
import { readTokens } from './tokens.ts'

/** The length of a video, and for how long its last board stands, ms. */
const LENGTH_MS = 20_000
const END_MS = 3_000

const FRAMES_A_SECOND = 30

/** The formats of videos, the one that most programs play first. */
const FORMATS = [
  { type: 'video/mp4', ending: 'mp4' },
  { type: 'video/webm;codecs=vp9', ending: 'webm' },
  { type: 'video/webm', ending: 'webm' },
] as const

/** Returns the format in which this browser records; undefined if it cannot. */
export function findFormat() {
  if (typeof MediaRecorder === 'undefined') return undefined
  if (!('captureStream' in HTMLCanvasElement.prototype)) return undefined
  return FORMATS.find(({ type }) => MediaRecorder.isTypeSupported(type))
}

export interface VideoOptions {
  recap: Recap
  steps: readonly ReplayStep[]
  title: string
  /** Says that no money is real; empty otherwise. */
  test: string
  /** Says where it comes from; see `nameSource`. */
  source: string
  type: string
  /** Called with how much is recorded, 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/** Records the replay as a video, which takes as long as it lasts; empty if it was ended early. */
export async function recordVideo(options: VideoOptions): Promise<Blob> {
  const { type, signal } = options
  const canvas = Object.assign(document.createElement('canvas'), FRAME)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no pictures.')
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_A_SECOND), {
    mimeType: type,
    videoBitsPerSecond: 4_000_000,
  })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve))
  recorder.start(1_000)
  await play(new FramePainter(context, readTokens()), options)
  recorder.stop()
  await ended
  return new Blob(signal.aborted ? [] : parts, { type })
}

/** Draws frame after frame until the end. */
async function play(painter: FramePainter, options: VideoOptions): Promise<void> {
  const { recap, steps, title, test, source, onProgress, signal } = options
  const [start, end] = spanOf(recap)
  const course = new ReplayCourse(steps)
  const startedAt = performance.now()
  for (;;) {
    const elapsed = performance.now() - startedAt
    if (signal.aborted || elapsed > LENGTH_MS + END_MS) return
    const progress = Math.min(1, elapsed / LENGTH_MS)
    const time = start + progress * (end - start)
    painter.draw(course.at(time), { title, test, source, time: formatTime(time) }, progress)
    onProgress(Math.min(1, elapsed / (LENGTH_MS + END_MS)))
    // A timer goes on in a tab behind others, where frames stop.
    await new Promise((resolve) => setTimeout(resolve, 1_000 / FRAMES_A_SECOND))
  }
}

function formatTime(time: number): string {
  return new Date(time).toLocaleString(LOCALE, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}
