import { useEffect, useMemo, useRef, useState } from 'react'
import type { Team } from '#contract/donor-teams/teams.ts'
import { prefersReducedMotion } from '#client/lib/reduced-motion.ts'
import { FLATNESS } from './constellation.ts'
import { drawArrival, drawSky, type SkyColours } from './draw-sky.ts'
import { placeTeams, type PlacedTeam, type StageSize } from './sky-layout.ts'
import styles from './team-sky.module.css'
import type { Arrival } from './use-arrival.ts'

/** The room between a figure and its name, and between two names, CSS pixels. */
const NAME_GAP_PX = 10

/** The pause between two frames of the twinkling, ms. */
const FRAME_MS = 80

/** The time in which the light of a new star opens and goes out, ms. */
const ARRIVAL_MS = 1_600

export interface SkyCanvasProps {
  teams: readonly Team[]
  /** The star that has just come; undefined for none. */
  arrival: Arrival | undefined
}

/** Draws the constellations, and names those that are large enough. */
export function SkyCanvas({ teams, arrival }: SkyCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const size = useSize(canvas, stage)
  const placed = useMemo(() => (size ? placeTeams(teams, size) : []), [teams, size])
  useDrawing(canvas, { placed, size, arrival })
  const named = placed.filter(({ role }) => role === 'named')
  const columnPx = (size?.width ?? 0) / Math.max(1, named.length)
  return (
    <>
      <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
      <div ref={stage} className={styles.stage} aria-hidden="true">
        {named.map(({ team, x, y, radius }) => (
          <bdi
            key={team.id}
            style={{
              // A name may be written from the right, and stands at its figure all the same.
              left: `${x}px`,
              insetBlockStart: `${y + radius * FLATNESS + NAME_GAP_PX}px`,
              inlineSize: `${columnPx - NAME_GAP_PX}px`,
            }}
          >
            {team.name}
          </bdi>
        ))}
      </div>
    </>
  )
}

function useSize(
  canvas: { current: HTMLCanvasElement | null },
  stage: { current: HTMLElement | null },
): StageSize | undefined {
  const [size, setSize] = useState<StageSize>()
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      const stageHeight = stage.current?.clientHeight ?? height
      setSize({ width, height, stageHeight, remPx: readRem() })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [canvas, stage])
  return size
}

/** Returns the size of the page's text, CSS pixels. */
function readRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}

/** Draws at each change, and in between while the stage is seen, unless motion is reduced. */
function useDrawing(
  canvas: { current: HTMLCanvasElement | null },
  {
    placed,
    size,
    arrival,
  }: {
    placed: readonly PlacedTeam[]
    size: StageSize | undefined
    arrival: Arrival | undefined
  },
): void {
  useEffect(() => {
    const element = canvas.current
    if (element === null || size === undefined) return
    const context = element.getContext('2d')
    if (context === null) return
    const ratio = Math.min(2, devicePixelRatio)
    scaleCanvas(context, size, ratio)
    const colours = readColours(element)
    const far = drawFar(placed, { size, colours, ratio })
    const near = placed.filter(({ role }) => role !== 'far')
    const draw = (seconds: number) => {
      drawSky(context, near, { size, colours, seconds })
      context.globalCompositeOperation = 'destination-over'
      context.drawImage(far, 0, 0, size.width, size.height)
      context.globalCompositeOperation = 'source-over'
      const progress = arrival ? (performance.now() - arrival.at) / ARRIVAL_MS : 1
      const arrived = near.find(({ team }) => team.id === arrival?.teamId)
      if (seconds === 0 || arrived === undefined || progress >= 1) return
      const leader = near.filter(({ role }) => role === 'leader').indexOf(arrived)
      const colour = colours.leaders[leader] ?? colours.named
      drawArrival(context, arrived, { colour, heart: colours.named, progress })
    }
    draw(0)
    const stops = [twinkle(element, draw), animate(draw, (arrival?.at ?? -Infinity) + ARRIVAL_MS)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [canvas, placed, size, arrival])
}

/** Gives the canvas the pixels of the screen; then lengths are CSS pixels. */
function scaleCanvas(
  context: CanvasRenderingContext2D,
  { width, height }: StageSize,
  ratio: number,
): void {
  context.canvas.width = Math.max(1, Math.round(width * ratio))
  context.canvas.height = Math.max(1, Math.round(height * ratio))
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
}

/** Draws what is far away once: it does not twinkle, and may be hundreds of figures. */
function drawFar(
  placed: readonly PlacedTeam[],
  { size, colours, ratio }: { size: StageSize; colours: SkyColours; ratio: number },
): HTMLCanvasElement {
  const far = document.createElement('canvas')
  const context = far.getContext('2d')
  if (context) {
    scaleCanvas(context, size, ratio)
    const figures = placed.filter(({ role }) => role === 'far')
    drawSky(context, figures, { size, colours, seconds: 0 })
  }
  return far
}

/** Draws again and again while the stage is on the screen; returns a function that stops it. */
function twinkle(element: HTMLElement, draw: (seconds: number) => void): () => void {
  if (prefersReducedMotion()) return () => {}
  let timer: ReturnType<typeof setInterval> | undefined
  const observer = new IntersectionObserver((entries) => {
    clearInterval(timer)
    // The last of several tells how it is now.
    if (entries.at(-1)?.isIntersecting !== true) return
    timer = setInterval(() => {
      if (document.visibilityState === 'visible') draw(performance.now() / 1000)
    }, FRAME_MS)
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    clearInterval(timer)
  }
}

/** Draws each frame until a time, ms of the page's clock; returns a function that stops it. */
function animate(draw: (seconds: number) => void, until: number): () => void {
  if (prefersReducedMotion() || performance.now() >= until) return () => {}
  const next = () => {
    draw(performance.now() / 1000)
    if (performance.now() < until) frame = requestAnimationFrame(next)
  }
  let frame = requestAnimationFrame(next)
  return () => cancelAnimationFrame(frame)
}

/** Reads the palette's colours, which a canvas cannot name. */
function readColours(element: HTMLElement): SkyColours {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name)
  return {
    line: read('--violet'),
    far: read('--muted'),
    named: read('--ink'),
    leaders: [read('--gold'), read('--cyan')],
  }
}
