import { useMemo, useState } from 'react'
import type { Recap, ReplayStep } from '#contract/crowns.ts'
import { formatAmount } from '#contract/money.ts'
import { formatCount, LOCALE } from '#client/lib/format.ts'
import { useLoaded } from '#client/lib/use-loaded.ts'
import { Button } from '#client/ui/button.tsx'
import selectStyles from '#client/ui/select.module.css'
import { spanOf } from '../course-lines.ts'
import pageStyles from '../recap-page.module.css'
import { SaveVideo } from '../save/save-video.tsx'
import { fetchSteps } from './fetch-steps.ts'
import { ReplayBoard } from './replay-board.tsx'
import { ReplayCourse, type ReplayBoard as Board } from './replay-course.ts'
import styles from './replay.module.css'
import { listSpeeds, type Speed } from './speeds.ts'
import transportStyles from './transport.module.css'
import { usePlayer } from './use-player.ts'

declare module 'react' {
  interface CSSProperties {
    /** The part of the course that is played, in percent. */
    '--done'?: string
  }
}

/** The positions of the scrubber, and how far an arrow key goes. */
const POSITIONS = 1_000
const KEY_STEP = 5

/** Replays the board from the first cent, at any speed and to any moment. */
export function Replay({ recap, route }: { recap: Recap; route: string }) {
  const { loaded, reload } = useLoaded(() => fetchSteps(route))
  return (
    <section className={pageStyles.card} aria-labelledby="replay">
      <h2 id="replay">Replay</h2>
      {loaded.state === 'loading' && <output>One moment …</output>}
      {loaded.state === 'failed' && (
        <>
          <p>{loaded.sentence}</p>
          <Button onClick={reload}>Try again</Button>
        </>
      )}
      {loaded.state === 'ready' && <Player recap={recap} steps={loaded.value} />}
    </section>
  )
}

function Player({ recap, steps }: { recap: Recap; steps: readonly ReplayStep[] }) {
  const [span] = useState(() => spanOf(recap))
  const [start, end] = span
  const course = useMemo(() => new ReplayCourse(steps), [steps])
  const rowCount = useMemo(() => course.at(Infinity).rows.length, [course])
  const speeds = listSpeeds(end - start)
  const [speedIndex, setSpeedIndex] = useState(0)
  const player = usePlayer(span, speeds[speedIndex]?.factor ?? 1)
  const board = course.at(player.time)
  return (
    <div className={styles.player}>
      <p className={styles.state}>
        <time dateTime={new Date(player.time).toISOString()} lang={LOCALE}>
          {formatInstant(player.time, end - start)}
        </time>
        <span>
          {formatCount(board.total.count)} {board.total.count === 1 ? 'donation' : 'donations'},{' '}
          {formatAmount(board.total.amountCents)}
        </span>
      </p>
      <ReplayBoard board={board} count={rowCount} />
      <div className={transportStyles.transport}>
        <Button variant="light" className={styles.play} onClick={player.toggle}>
          {player.isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Scrubber {...{ player, board, span }} />
      </div>
      <div className={styles.controls}>
        <SpeedSelect speeds={speeds} chosen={speedIndex} onChoose={setSpeedIndex} />
        <SaveVideo recap={recap} steps={steps} />
      </div>
    </div>
  )
}

interface ScrubberProps {
  player: ReturnType<typeof usePlayer>
  board: Board
  /** The start and the end of the course, Unix ms. */
  span: readonly [start: number, end: number]
}

/** Goes to any moment of the course. */
function Scrubber({ player, board, span: [start, end] }: ScrubberProps) {
  const position = Math.round((POSITIONS * (player.time - start)) / (end - start))
  return (
    <input
      type="range"
      className={styles.scrubber}
      aria-label="Time"
      aria-valuetext={describe(board, player.time, end - start)}
      min={0}
      max={POSITIONS}
      step={KEY_STEP}
      value={position}
      style={{ '--done': `${position / (POSITIONS / 100)}%` }}
      onChange={({ target }) =>
        player.seek(start + ((end - start) * Number(target.value)) / POSITIONS)
      }
    />
  )
}

interface SpeedSelectProps {
  speeds: readonly Speed[]
  /** The index of the chosen speed. */
  chosen: number
  onChoose: (index: number) => void
}

function SpeedSelect({ speeds, chosen, onChoose }: SpeedSelectProps) {
  return (
    <label className={styles.speed}>
      Speed
      <select
        className={selectStyles.select}
        value={chosen}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {speeds.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

const DAY_MS = 86_400_000

/** Formats a moment of a course, with the second of a short one. */
function formatInstant(time: number, lengthMs: number): string {
  const isLong = lengthMs > DAY_MS
  return new Date(time).toLocaleString(LOCALE, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(!isLong && { second: '2-digit' }),
  })
}

function describe({ rows: [first] }: Board, time: number, lengthMs: number): string {
  const when = formatInstant(time, lengthMs)
  if (first === undefined) return `${when}, nobody has given`
  return `${when}, ${first.name} is first with ${formatAmount(first.amountCents)}`
}
