/** The content of a card of 1200 by 630 pixels; positions are from its upper left corner. */
export interface Scene {
  /** The background: a picture of the folder `pictures`. */
  background: 'podium' | 'rank'
  /** SVG elements, without any text from outside. */
  shapes: string
  lines: readonly Line[]
}

/** One line of text. If it is too wide, it shrinks to `minSize`, and then ends in an ellipsis. */
export interface Line {
  text: string
  x: number
  baseline: number
  size: number
  minSize: number
  weight: 'Medium' | 'Bold'
  colour: string
  anchor: 'start' | 'middle' | 'end'
  maxWidth: number
}

export const CARD = { width: 1200, height: 630 }

export const INK = '#f5f3ff'
export const MUTED = '#bdb6de'
export const DARK = '#140a05'

/** The question that a card asks where the host has not said what the page is for. */
export const QUESTION = 'Think you can conquer the leaderboard?'

const MEDALS = ['#ffd479', '#dfe6f5', '#f2b184']
const VIOLET = '#b79dff'

/** Returns the colour of a place: gold, silver, bronze, and one for everybody else. */
export function colourOf(position: number): string {
  return MEDALS[position - 1] ?? VIOLET
}

/** Returns the scene with a sign that says 'Test mode'. */
export function markAsTest(scene: Scene): Scene {
  const sign = { x: 1012, y: 556, width: 140, height: 46 }
  return {
    ...scene,
    shapes: `${scene.shapes}
      <rect x="${sign.x}" y="${sign.y}" width="${sign.width}" height="${sign.height}" rx="23"
        fill="#05040d" fill-opacity=".7" stroke="#8d83c4" stroke-width="2"/>`,
    lines: [
      ...scene.lines,
      {
        text: 'Test mode',
        x: sign.x + sign.width / 2,
        baseline: 587,
        size: 23,
        minSize: 23,
        weight: 'Medium',
        colour: INK,
        anchor: 'middle',
        maxWidth: sign.width,
      },
    ],
  }
}
