import {
  createWriteStream,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type WriteStream,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { Schedule } from './schedule.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** The most that is buffered when the disk does not keep up; lines beyond it are dropped. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

export interface DailyFileOptions {
  file: string
  /** The number of past days that are kept. */
  keepDays: number
  clock: () => number
  schedule: Schedule
  logger: Logger
}

/**
 * A log file that only its owner can read and that is rotated every day (UTC). Past days stand
 * beside it as `<file>.YYYY-MM-DD`; they are removed after `keepDays`, also while nothing is
 * written.
 */
export class DailyFile {
  readonly #options: DailyFileOptions
  #stream: WriteStream
  /**
   * The UTC day of the file's lines; undefined if it is no regular file, such as /dev/stdout, which
   * is never rotated.
   */
  #day: string | undefined
  #isBehind = false
  #cancel = () => {}

  /** Opens the file; throws the system's error if it cannot be written. */
  constructor(options: DailyFileOptions) {
    this.#options = options
    mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
    this.#stream = this.#open()
    this.#rotate()
    this.#removeOld()
    this.#rotateEveryHour()
  }

  /** Appends a line. Never throws: a log that cannot be written must not stop what it logs. */
  write(line: string): void {
    this.#attempt(() => this.#append(line))
  }

  async close(): Promise<void> {
    this.#cancel()
    if (this.#stream.destroyed) return
    this.#stream.end()
    await finished(this.#stream)
  }

  #append(line: string): void {
    this.#rotate()
    if (this.#stream.destroyed) this.#stream = this.#open()
    if (this.#stream.writableLength <= MAX_BUFFERED_BYTES) {
      this.#isBehind = false
      this.#stream.write(`${line}\n`)
    } else if (!this.#isBehind) {
      this.#isBehind = true
      this.#options.logger.error('the disk does not keep up: lines of the access log are dropped')
    }
  }

  #attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#options.logger.error({ err: error }, 'access log not written')
    }
  }

  #open(): WriteStream {
    const { file, logger } = this.#options
    const fd = openSync(file, 'a', 0o600)
    const stats = fstatSync(fd)
    if (stats.isFile()) {
      fchmodSync(fd, 0o600)
      // The existing lines were written by an earlier process, perhaps on another day.
      this.#day = dayOf(stats.size === 0 ? this.#options.clock() : stats.mtimeMs)
    }
    const stream = createWriteStream(file, { fd })
    return stream.on('error', (error) => logger.error({ err: error }, 'access log not written'))
  }

  #rotateEveryHour(): void {
    this.#cancel = this.#options.schedule(() => {
      this.#attempt(() => {
        this.#rotate()
        this.#removeOld()
      })
      this.#rotateEveryHour()
    }, HOUR_MS)
  }

  #rotate(): void {
    if (this.#day === undefined || this.#day === dayOf(this.#options.clock())) return
    const { file } = this.#options
    // The old stream writes its buffer to the renamed file, since its descriptor stays.
    this.#stream.end()
    if (existsSync(file)) renameSync(file, freeName(`${file}.${this.#day}`))
    this.#stream = this.#open()
    this.#removeOld()
  }

  #removeOld(): void {
    const { file, keepDays, clock } = this.#options
    if (this.#day === undefined) return
    const oldest = dayOf(clock() - keepDays * DAY_MS)
    const folder = dirname(file)
    for (const name of readdirSync(folder)) {
      const day = pastDayOf(name, basename(file))
      if (day !== undefined && day < oldest) rmSync(join(folder, name), { force: true })
    }
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Returns a name that no file has; a day occurs twice when the clock is set back. */
function freeName(name: string): string {
  if (!existsSync(name)) return name
  let count = 2
  while (existsSync(`${name}.${count}`)) count += 1
  return `${name}.${count}`
}

function pastDayOf(name: string, base: string): string | undefined {
  if (!name.startsWith(`${base}.`)) return undefined
  return /^(\d{4}-\d{2}-\d{2})(\.\d+)?$/.exec(name.slice(base.length + 1))?.[1]
}
