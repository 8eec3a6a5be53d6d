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

/** Lines beyond it are dropped, for as long as the disk does not keep up. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

export interface DailyFileOptions {
  file: string
  /** How many past days are kept. */
  keepDays: number
  clock: () => number
  schedule: Schedule
  logger: Logger
}

/**
 * A file of lines for its owner alone, which begins anew every day (UTC). Past days stand beside it
 * as `<file>.YYYY-MM-DD`, and are removed when they are too old, also while nothing is written.
 */
export class DailyFile {
  readonly #options: DailyFileOptions
  #stream: WriteStream
  /** Undefined for what is no file, such as /dev/stdout: it has no pages to turn. */
  #day: string | undefined
  #isBehind = false
  #cancel = () => {}

  /** Fails as the system does where the file cannot be written. */
  constructor(options: DailyFileOptions) {
    this.#options = options
    mkdirSync(dirname(options.file), { recursive: true, mode: 0o700 })
    this.#stream = this.#open()
    this.#turnPage()
    this.#removeOld()
    this.#turnPageEveryHour()
  }

  /** Never fails: a log that cannot be written is no reason to end what it tells of. */
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
    this.#turnPage()
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
      // The lines of an earlier process may be of another day than this one.
      this.#day = dayOf(stats.size === 0 ? this.#options.clock() : stats.mtimeMs)
    }
    const stream = createWriteStream(file, { fd })
    return stream.on('error', (error) => logger.error({ err: error }, 'access log not written'))
  }

  #turnPageEveryHour(): void {
    this.#cancel = this.#options.schedule(() => {
      this.#attempt(() => {
        this.#turnPage()
        this.#removeOld()
      })
      this.#turnPageEveryHour()
    }, HOUR_MS)
  }

  #turnPage(): void {
    if (this.#day === undefined || this.#day === dayOf(this.#options.clock())) return
    const { file } = this.#options
    // The rest that the old stream holds goes where its file goes.
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

/** The clock may be set back, and a day come twice. */
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
