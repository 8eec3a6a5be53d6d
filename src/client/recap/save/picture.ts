import { titleOf } from '#contract/crown-rules.ts'
import type { Recap } from '#contract/crowns.ts'
import { formatAmount } from '#contract/money.ts'
import { describeHeld } from '#client/lib/crown-text.ts'
import { formatCount } from '#client/lib/format.ts'
import { lineOf, PLACES } from '../course-lines.ts'
import { drawText, type Tokens } from './tokens.ts'

const WIDTH = 1_200
const HEIGHT = 630
const MARGIN = 60

/** The chart's place in the picture, px. */
const CHART = { x: MARGIN, y: 190, width: 600, height: 360 }

/** The crowns that have room. */
const MAX_CROWNS = 6

interface PictureTexts {
  title: string
  /** Says that no money is real; empty otherwise. */
  test: string
  /** Says where it comes from; see `nameSource`. */
  source: string
  tokens: Tokens
}

/** Draws the recap in the size of shared pictures; null if the browser cannot. */
export async function drawPicture(recap: Recap, texts: PictureTexts): Promise<Blob | null> {
  await document.fonts.ready
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d')
  if (context === null) return null
  drawGround(context, texts.tokens)
  drawHead(context, recap, texts)
  drawChart(context, recap, texts.tokens)
  drawSide(context, recap, texts.tokens)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function drawGround(context: CanvasRenderingContext2D, tokens: Tokens): void {
  const glow = context.createRadialGradient(900, 0, 0, 900, 0, 900)
  glow.addColorStop(0, tokens.panel)
  glow.addColorStop(1, tokens.void)
  context.fillStyle = glow
  context.fillRect(0, 0, WIDTH, HEIGHT)
}

function drawHead(
  context: CanvasRenderingContext2D,
  { total, reigns }: Recap,
  { title, test, source, tokens }: PictureTexts,
): void {
  context.fillStyle = tokens.ink
  context.font = `700 52px ${tokens.display}`
  drawText(context, title, { x: MARGIN, y: 96, width: WIDTH - 2 * MARGIN - 160 })
  context.fillStyle = tokens.muted
  context.font = `500 28px ${tokens.display}`
  const count = `${formatCount(total.count)} ${total.count === 1 ? 'donation' : 'donations'}`
  const leader = reigns.at(-1)
  const first = leader === undefined ? '' : `. First: ${leader.name}`
  const text = `${count}, ${formatAmount(total.amountCents)}${first}`
  drawText(context, text, { x: MARGIN, y: 146, width: WIDTH - 2 * MARGIN })
  context.textAlign = 'right'
  context.fillText(test, WIDTH - MARGIN, 90)
  context.textAlign = 'left'
  context.font = `450 20px ${tokens.text}`
  drawText(context, source, { x: MARGIN, y: HEIGHT - 24, width: CHART.width })
}

function drawChart(context: CanvasRenderingContext2D, recap: Recap, tokens: Tokens): void {
  const { x: left, y: top, width, height } = CHART
  context.lineJoin = 'round'
  for (const place of PLACES) {
    context.strokeStyle = tokens.medals[place - 1] ?? tokens.ink
    context.lineWidth = place === 1 ? 5 : 3
    context.beginPath()
    for (const { x, y } of lineOf(recap, place)) {
      context.lineTo(left + x * width, top + (1 - 0.95 * y) * height)
    }
    context.stroke()
  }
  context.fillStyle = tokens.muted
  context.fillRect(left, top + height + 8, width, 1)
}

/** Lists the crowns; without them, the last who were first. */
function drawSide(context: CanvasRenderingContext2D, recap: Recap, tokens: Tokens): void {
  const { crowns, reigns, round } = recap
  const lines =
    crowns.length > 0
      ? crowns.slice(0, MAX_CROWNS).map((crown) => ({
          label: `${titleOf(crown.kind, round !== null)}, ${describeHeld(crown)}`,
          name: crown.name,
        }))
      : reigns
          .slice(-MAX_CROWNS)
          .map(({ name, value }) => ({ label: `First with ${formatAmount(value)}`, name }))
  const x = CHART.x + CHART.width + 60
  const width = WIDTH - MARGIN - x
  for (const [index, { label, name }] of lines.entries()) {
    const y = CHART.y + 14 + index * 66
    context.fillStyle = tokens.muted
    context.font = `450 20px ${tokens.text}`
    drawText(context, label, { x, y, width })
    context.fillStyle = tokens.ink
    context.font = `600 26px ${tokens.text}`
    drawText(context, name, { x, y: y + 30, width })
  }
}
