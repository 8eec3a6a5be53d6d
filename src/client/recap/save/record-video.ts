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

/** How often a recorder hands over what it has, ms. */
const SLICE_MS = 250

/** The time in which a format has to give something, ms. */
const TRY_MS = 4_000

/** Lists the formats that this browser says it records. */
export function listFormats() {
  if (typeof MediaRecorder === 'undefined') return []
  if (!('captureStream' in HTMLCanvasElement.prototype)) return []
  return FORMATS.filter(({ type }) => MediaRecorder.isTypeSupported(type))
}

export interface VideoOptions {
  recap: Recap
  steps: readonly ReplayStep[]
  title: string
  /** Says that no money is real; empty otherwise. */
  test: string
  /** Says where it comes from; see `nameSource`. */
  source: string
  /** Called with how much is recorded, 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/** A recorded video, and how the name of its file ends. */
export interface Video {
  file: Blob
  ending: string
}

/**
 * Records the replay as a video, which takes as long as it lasts. Returns undefined if it was ended
 * early; throws in a browser that records nothing.
 */
export async function recordVideo(options: VideoOptions): Promise<Video | undefined> {
  const { signal } = options
  for (const { type, ending } of listFormats()) {
    // Some engines name a format whose encoder they lack, and then record nothing.
    if (!(await canRecord(type, signal))) continue
    const file = await record(type, ({ context }) => {
      return play(new FramePainter(context, readTokens()), options)
    })
    if (signal.aborted) return undefined
    if (file.size > 0) return { file, ending }
  }
  if (signal.aborted) return undefined
  throw new Error('This browser records no videos.')
}

/** Returns whether something is recorded in a format; a recorder may also refuse one that it names. */
async function canRecord(type: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false
  try {
    return (await record(type, (canvas) => tryOut(canvas, signal))).size > 0
  } catch {
    return false
  }
}

interface RecordedCanvas {
  context: CanvasRenderingContext2D
  /** What is recorded so far. */
  parts: readonly Blob[]
}

/** Records a canvas until everything is drawn on it. */
async function record(
  type: string,
  draw: (canvas: RecordedCanvas) => Promise<void>,
): Promise<Blob> {
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
  recorder.start(SLICE_MS)
  await draw({ context, parts })
  // One that has failed has stopped by itself.
  if (recorder.state !== 'inactive') recorder.stop()
  await ended
  return new Blob(parts, { type })
}

/** Draws until something is recorded, or for as long as that may take. */
async function tryOut({ context, parts }: RecordedCanvas, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  const isOver = () => signal.aborted || performance.now() - startedAt > TRY_MS
  while (!isOver() && parts.every(({ size }) => size === 0)) {
    context.fillRect(0, 0, FRAME.width, FRAME.height)
    await untilNextFrame()
  }
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
    await untilNextFrame()
  }
}

/** Waits with a timer, which goes on in a tab behind others, where frames stop. */
function untilNextFrame(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000 / FRAMES_A_SECOND))
}

function formatTime(time: number): string {
  return new Date(time).toLocaleString(LOCALE, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}
