import { figureOf } from './constellation.ts'
import type { PlacedTeam, StageSize } from './sky-layout.ts'

/** The colours of the stage, as the page's tokens have them. */
export interface SkyColours {
  line: string
  far: string
  named: string
  /** Those of the two leaders. */
  leaders: [string, string]
}

/** The stars that are drawn of a constellation that is not on the stage's front. */
const FEWER_STARS = { far: 9, named: 40, leader: 120 }

/** The size of the stars by the place of their constellation. */
const SCALES = { far: 0.45, named: 0.75, leader: 1.15 }

/** The brightness from which a star has rays. */
const RAYS_FROM = 6

/** The radius from which a leader's stars have their whole size, CSS pixels: below they would touch. */
const WHOLE_RADIUS_PX = 56

const TAU = 2 * Math.PI

/** Draws all constellations; `seconds` lets the stars of the leaders twinkle, 0 for a still sky. */
export function drawSky(
  context: CanvasRenderingContext2D,
  placed: readonly PlacedTeam[],
  { size, colours, seconds }: { size: StageSize; colours: SkyColours; seconds: number },
): void {
  context.clearRect(0, 0, size.width, size.height)
  let leader = 0
  for (const one of placed) {
    const colour =
      one.role === 'leader' ? colours.leaders[leader++ === 0 ? 0 : 1] : colours[one.role]
    drawConstellation(context, one, { colour, line: colours.line, seconds })
  }
}

/**
 * Draws how the last star of a constellation flares up, and the ring of light that opens around it;
 * `progress` is 0 to 1.
 */
export function drawArrival(
  context: CanvasRenderingContext2D,
  { team, x, y, radius, role }: PlacedTeam,
  { colour, heart, progress }: { colour: string; heart: string; progress: number },
): void {
  const count = Math.min(team.stars.length, FEWER_STARS[role])
  const place = figureOf(team.id, count).places.at(-1) ?? { x: 0, y: 0 }
  const centre = [x + place.x * radius, y + place.y * radius] as const
  const fading = (1 - progress) ** 2
  const [flare, ray] = [radius * 0.4, radius * (0.1 + 0.4 * fading)]
  const glow = context.createRadialGradient(...centre, 0, ...centre, flare)
  glow.addColorStop(0, colour)
  glow.addColorStop(1, 'transparent')
  context.globalAlpha = 0.7 * fading
  fillEllipse(context, centre, { colour: glow, reach: [flare, flare] })
  context.globalAlpha = Math.min(1, 1.5 * fading)
  fillEllipse(context, centre, { colour: heart, reach: [ray, 1] })
  fillEllipse(context, centre, { colour: heart, reach: [1, ray] })
  fillEllipse(context, centre, { colour: heart, reach: [1 + 2 * fading, 1 + 2 * fading] })
  context.globalAlpha = 0.8 * fading
  context.strokeStyle = colour
  context.lineWidth = 0.5 + fading
  context.beginPath()
  context.arc(...centre, radius * (0.06 + 0.44 * (1 - fading)), 0, TAU)
  context.stroke()
  context.globalAlpha = 1
}

function fillEllipse(
  context: CanvasRenderingContext2D,
  centre: readonly [number, number],
  { colour, reach }: { colour: string | CanvasGradient; reach: readonly [number, number] },
): void {
  context.fillStyle = colour
  context.beginPath()
  context.ellipse(...centre, ...reach, 0, 0, TAU)
  context.fill()
}

interface Ink {
  colour: string
  line: string
  seconds: number
}

function drawConstellation(
  context: CanvasRenderingContext2D,
  { team, x, y, radius, light, role }: PlacedTeam,
  { colour, line, seconds }: Ink,
): void {
  const stars = team.stars.slice(0, FEWER_STARS[role])
  const { places, lines } = figureOf(team.id, stars.length)
  const shine = role === 'far' ? 0.3 + 0.45 * light : 0.5 + 0.5 * light
  const at = (index: number) => {
    const place = places[index] ?? { x: 0, y: 0 }
    return [x + place.x * radius, y + place.y * radius] as const
  }
  if (role === 'leader') drawNebula(context, { x, y, radius, colour, alpha: 0.1 + 0.12 * light })
  context.lineWidth = role === 'leader' ? 1.25 : 0.75
  context.strokeStyle = line
  context.globalAlpha = shine * (role === 'far' ? 0.5 : 0.75)
  context.beginPath()
  for (const [from, to] of lines) {
    context.moveTo(...at(from))
    context.lineTo(...at(to))
  }
  context.stroke()
  const scale = SCALES[role] * (role === 'leader' ? Math.min(1, radius / WHOLE_RADIUS_PX) : 1)
  for (const [index, digit] of stars.split('').entries()) {
    const twinkle = seconds === 0 || role !== 'leader' ? 1 : twinkleOf(index, seconds)
    drawStar(context, at(index), {
      colour,
      brightness: Number(digit),
      scale,
      alpha: shine * twinkle,
    })
  }
  context.globalAlpha = 1
}

interface Nebula {
  x: number
  y: number
  radius: number
  colour: string
  alpha: number
}

/** Draws the haze in which a leader's stars stand, the brighter the more it has. */
function drawNebula(
  context: CanvasRenderingContext2D,
  { x, y, radius, colour, alpha }: Nebula,
): void {
  const reach = radius * 1.5
  const haze = context.createRadialGradient(0, 0, 0, 0, 0, reach)
  haze.addColorStop(0, colour)
  haze.addColorStop(1, 'transparent')
  context.save()
  context.translate(x, y)
  context.rotate(-0.35)
  context.scale(1, 0.62)
  context.globalAlpha = alpha
  context.fillStyle = haze
  context.fillRect(-reach, -reach, 2 * reach, 2 * reach)
  context.restore()
}

/** Returns the light of a star at a time: each has a rhythm of its own, and none goes out. */
function twinkleOf(index: number, seconds: number): number {
  return 0.86 + 0.14 * Math.sin(seconds * (0.7 + (index % 7) * 0.13) + index * 2.4)
}

interface StarInk {
  colour: string
  /** 1 to 9. */
  brightness: number
  scale: number
  alpha: number
}

function drawStar(
  context: CanvasRenderingContext2D,
  [x, y]: readonly [number, number],
  { colour, brightness, scale, alpha }: StarInk,
): void {
  const radius = (0.7 + brightness * 0.34) * scale
  context.fillStyle = colour
  // Two veils and the star itself look like its glow, and cost less than a gradient.
  for (const [times, share] of [
    [4.2, 0.07],
    [2.2, 0.2],
    [1, 1],
  ] as const) {
    context.globalAlpha = alpha * share
    context.beginPath()
    context.arc(x, y, radius * times, 0, TAU)
    context.fill()
  }
  if (brightness < RAYS_FROM || scale < 1) return
  const reach = radius * 5
  context.globalAlpha = alpha * 0.45
  context.beginPath()
  context.ellipse(x, y, reach, radius * 0.28, 0, 0, TAU)
  context.ellipse(x, y, radius * 0.28, reach, 0, 0, TAU)
  context.fill()
}
