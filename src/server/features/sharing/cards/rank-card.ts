import { formatAmount } from '#contract/money.ts'
import { countRows, formatCount } from '../counts.ts'
import { colourOf, INK, MUTED, QUESTION, type Scene } from './scene.ts'
import type { SharedRank } from '../shared-ranks.ts'
import { drawSun } from './sun.ts'

const LEFT = { x: 64, anchor: 'start', maxWidth: 640 } as const

/** The radii of the first three; the others are smaller stars. */
const RADII = [92, 76, 66]
const STAR_RADIUS = 44

/** Composes the card of one donor's rank, with their sun in the galaxy. */
export function composeRankCard(rank: SharedRank, tagline = QUESTION): Scene {
  const { name, amountCents, position, count, ranks, crowns = [] } = rank
  const colour = colourOf(position)
  const radius = RADII[position - 1] ?? STAR_RADIUS
  const medium = { ...LEFT, weight: 'Medium' } as const
  const bold = { ...LEFT, weight: 'Bold' } as const
  return {
    background: 'rank',
    shapes: drawSun({ x: 900, y: 372, radius, colour }),
    lines: [
      {
        ...bold,
        text: `#${formatCount(position)}`,
        baseline: 300,
        size: 190,
        minSize: 90,
        colour,
      },
      { ...bold, text: name, baseline: 398, size: 72, minSize: 50, colour: INK },
      {
        ...medium,
        text: `${formatAmount(amountCents)} · among ${countRows(count, ranks)}`,
        baseline: 456,
        size: 36,
        minSize: 28,
        colour: MUTED,
      },
      // Between what there always is, so that nothing moves for it.
      ...(crowns.length === 0
        ? []
        : [
            {
              ...medium,
              text: describeCrowns(crowns),
              baseline: 508,
              size: 30,
              minSize: 24,
              colour: INK,
            },
          ]),
      { ...medium, text: tagline, baseline: 572, size: 30, minSize: 20, colour: INK },
    ],
  }
}

/** Names one crown, or two and how many more. */
function describeCrowns(titles: readonly string[]): string {
  const shown = titles.slice(0, 2).join(' · ')
  return titles.length > 2 ? `${shown} · ${titles.length - 2} more` : shown
}
