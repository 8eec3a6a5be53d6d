import { formatAmount } from '#contract/money.ts'
import { formatCount } from '#client/lib/format.ts'
import type { ReplayBoard } from '../replay/replay-course.ts'
import { drawText, type Tokens } from './tokens.ts'

/** The size of the video, px. */
export const FRAME = { width: 1_280, height: 720 } as const

const MARGIN = 64
const ROWS_TOP = 176
const ROW_HEIGHT = 48

/** The share of its way that a row goes in each frame. */
const EASE = 0.2

export interface FrameTexts {
  title: string
  time: string
  /** Says that no money is real; empty otherwise. */
  test: string
  /** Says where it comes from; see `nameSource`. */
  source: string
}

/** Draws the board of each moment; rows that change places glide there over the next frames. */
export class FramePainter {
  readonly #context: CanvasRenderingContext2D
  readonly #tokens: Tokens
  #places = new Map<string, number>()

  constructor(context: CanvasRenderingContext2D, tokens: Tokens) {
    this.#context = context
    this.#tokens = tokens
  }

  /** Draws a frame; `progress` is how much of the course is over, 0 to 1. */
  draw(board: ReplayBoard, texts: FrameTexts, progress: number): void {
    const context = this.#context
    const { width, height } = FRAME
    context.fillStyle = this.#tokens.void
    context.fillRect(0, 0, width, height)
    const glow = context.createRadialGradient(width * 0.8, 0, 0, width * 0.8, 0, width * 0.7)
    glow.addColorStop(0, this.#tokens.panel)
    glow.addColorStop(1, this.#tokens.void)
    context.fillStyle = glow
    context.fillRect(0, 0, width, height)
    this.#drawHead(board, texts)
    this.#drawRows(board)
    context.fillStyle = this.#tokens.violet
    context.fillRect(0, height - 6, width * progress, 6)
  }

  #drawHead({ total }: ReplayBoard, { title, time, test, source }: FrameTexts): void {
    const context = this.#context
    const { ink, muted, display } = this.#tokens
    context.textAlign = 'left'
    context.textBaseline = 'alphabetic'
    context.fillStyle = ink
    context.font = `700 44px ${display}`
    drawText(context, title, { x: MARGIN, y: 92, width: 760 })
    context.font = `500 26px ${display}`
    context.fillStyle = muted
    const count = `${formatCount(total.count)} ${total.count === 1 ? 'donation' : 'donations'}`
    context.fillText(`${count}, ${formatAmount(total.amountCents)}`, MARGIN, 136)
    context.fillText(source, MARGIN, FRAME.height - 24)
    context.textAlign = 'right'
    context.fillText(test, FRAME.width - MARGIN, 136)
    context.fillStyle = ink
    context.font = `600 34px ${display}`
    context.fillText(time, FRAME.width - MARGIN, 90)
  }

  #drawRows({ rows }: ReplayBoard): void {
    const top = rows[0]?.amountCents ?? 1
    const places = new Map<string, number>()
    for (const [index, { id }] of rows.entries()) {
      const from = this.#places.get(id) ?? rows.length
      places.set(id, from + (index - from) * EASE)
    }
    this.#places = places
    // The first is drawn last: who rises passes over the others.
    for (const [index, row] of [...rows.entries()].toReversed()) {
      const y = ROWS_TOP + (places.get(row.id) ?? index) * ROW_HEIGHT
      this.#drawRow(row, { index, y, share: row.amountCents / top })
    }
  }

  #drawRow(
    { name, amountCents }: ReplayBoard['rows'][number],
    { index, y, share }: { index: number; y: number; share: number },
  ): void {
    const context = this.#context
    const { ink, muted, violet, panel, medals, display, text } = this.#tokens
    const width = FRAME.width - 2 * MARGIN
    context.globalAlpha = 0.9
    fillRound(context, panel, { x: MARGIN, y, width, height: ROW_HEIGHT - 6 })
    context.globalAlpha = 0.35
    const bar = { x: MARGIN, y, width: Math.max(12, width * share), height: ROW_HEIGHT - 6 }
    fillRound(context, medals[index] ?? violet, bar)
    context.globalAlpha = 1
    const line = y + 29
    context.textAlign = 'right'
    context.font = `600 24px ${display}`
    context.fillStyle = medals[index] ?? muted
    context.fillText(String(index + 1), MARGIN + 44, line)
    context.fillStyle = medals[index] ?? ink
    context.fillText(formatAmount(amountCents), MARGIN + width - 20, line)
    context.textAlign = 'left'
    context.font = `550 24px ${text}`
    context.fillStyle = ink
    drawText(context, name, { x: MARGIN + 68, y: line, width: width - 320 })
  }
}

function fillRound(
  context: CanvasRenderingContext2D,
  color: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  context.fillStyle = color
  context.beginPath()
  context.roundRect(x, y, width, height, 10)
  context.fill()
}
