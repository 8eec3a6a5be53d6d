import { formatAmount } from '#contract/money.ts'
import type { LeaderboardEntry, Total } from '#contract/leaderboard.ts'
import { countRows, type ToldRanks } from '../counts.ts'
import { colourOf, DARK, INK, MUTED, QUESTION, type Line, type Scene } from './scene.ts'
import { drawSun, drawEmptyPlace } from './sun.ts'

/** The data that the card of the board shows. */
export interface Podium {
  top: readonly Pick<LeaderboardEntry, 'name' | 'amountCents'>[]
  total: Total
  /** The kind of rows; donations if left out. */
  ranks?: ToldRanks
  /** A line about the page; the question by default. */
  tagline?: string | undefined
}

interface Place {
  position: number
  x: number
  y: number
  radius: number
  /** The baseline of the name; the amount is below it. */
  baseline: number
  nameSize: number
  amountSize: number
  maxWidth: number
}

const PLACES: readonly Place[] = [
  {
    position: 1,
    x: 600,
    y: 232,
    radius: 66,
    baseline: 398,
    nameSize: 60,
    amountSize: 46,
    maxWidth: 430,
  },
  {
    position: 2,
    x: 205,
    y: 330,
    radius: 46,
    baseline: 450,
    nameSize: 44,
    amountSize: 36,
    maxWidth: 310,
  },
  {
    position: 3,
    x: 995,
    y: 330,
    radius: 46,
    baseline: 450,
    nameSize: 44,
    amountSize: 36,
    maxWidth: 310,
  },
]

const BOTTOM = {
  x: 600,
  baseline: 590,
  size: 28,
  minSize: 20,
  weight: 'Medium',
  anchor: 'middle',
  // The sign of test mode is to the right.
  maxWidth: 800,
} as const

/** Composes the card of the board: its first three as suns, or a call to be the first. */
export function composeTopCard(podium: Podium): Scene {
  return podium.total.count === 0 ? composeEmpty(podium) : composePodium(podium)
}

function composePodium({ top, total, ranks, tagline = QUESTION }: Podium): Scene {
  const places = PLACES.map((place, index) => ({ place, donor: top[index] }))
  return {
    background: 'podium',
    shapes: places.map(({ place, donor }) => drawPlace(place, donor !== undefined)).join(''),
    lines: [
      {
        text: `${countRows(total.count, ranks)} · ${formatAmount(total.amountCents)}`,
        x: 1152,
        baseline: 74,
        size: 28,
        minSize: 20,
        weight: 'Medium',
        colour: INK,
        anchor: 'end',
        maxWidth: 640,
      },
      ...places.flatMap(({ place, donor }) =>
        donor === undefined ? writeEmptyPlace(place) : writeDonor(place, donor),
      ),
      { ...BOTTOM, text: tagline, colour: MUTED },
    ],
  }
}

function composeEmpty({ tagline = QUESTION }: Podium): Scene {
  const { x } = BOTTOM
  return {
    background: 'podium',
    shapes: drawEmptyPlace({ x, y: 222, radius: 66, colour: colourOf(1) }),
    lines: [
      { ...BOTTOM, text: 'Be the first sun', baseline: 432, size: 92, weight: 'Bold', colour: INK },
      {
        ...BOTTOM,
        text: 'The leaderboard is empty: #1 is yours to take.',
        baseline: 498,
        size: 34,
        colour: colourOf(1),
      },
      { ...BOTTOM, text: tagline, colour: MUTED },
    ],
  }
}

function drawPlace({ position, ...place }: Place, isTaken: boolean): string {
  const colour = colourOf(position)
  return isTaken ? drawSun({ ...place, colour }) : drawEmptyPlace({ ...place, colour })
}

function writeDonor(place: Place, { name, amountCents }: Podium['top'][number]): Line[] {
  return [
    writeNumber(place, DARK),
    { ...nameLine(place), text: name, colour: INK },
    { ...amountLine(place), text: formatAmount(amountCents), colour: colourOf(place.position) },
  ]
}

function writeEmptyPlace(place: Place): Line[] {
  return [
    writeNumber(place, colourOf(place.position)),
    { ...nameLine(place), text: 'You?', colour: MUTED },
  ]
}

function writeNumber({ position, x, y, radius, maxWidth }: Place, colour: string): Line {
  const size = radius * 0.95
  const baseline = Math.round(y + size * HALF_CAPITAL)
  return {
    text: `${position}`,
    x,
    baseline,
    size,
    minSize: size,
    weight: 'Bold',
    colour,
    anchor: 'middle',
    maxWidth,
  }
}

/** The distance from a digit's middle to its baseline, as a part of the font size. */
const HALF_CAPITAL = 0.35

function nameLine({ x, baseline, nameSize, maxWidth }: Place) {
  return {
    x,
    baseline,
    size: nameSize,
    minSize: Math.round(nameSize * 0.72),
    weight: 'Bold',
    anchor: 'middle',
    maxWidth,
  } as const
}

function amountLine({ x, baseline, amountSize, maxWidth }: Place) {
  const below = Math.round(baseline + amountSize * 1.25)
  return {
    x,
    baseline: below,
    size: amountSize,
    minSize: amountSize / 2,
    weight: 'Medium',
    anchor: 'middle',
    maxWidth,
  } as const
}
