import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import type { SandboxLogger } from './options.ts'

const WRITE_AFTER_MS = 300

/**
 * The pause between writes, in durations of the last one, so that a large state takes at most a
 * twentieth of the time.
 */
const PAUSE_PER_WRITE = 20

/** A file with one JSON value; changes in quick succession are written once. */
export interface StateFile {
  /** Returns the stored value; undefined at the first start. Throws if the file cannot be read. */
  read(): unknown
  changed(): void
  /** Writes what has changed; rejects if that fails. */
  flush(): Promise<void>
}

/** Opens the file; `current` returns the value to store. Without a file nothing is stored. */
export function openStateFile(
  file: string | undefined,
  current: () => unknown,
  logger: SandboxLogger | undefined,
): StateFile {
  return file === undefined
    ? { read: () => undefined, changed: () => {}, flush: async () => {} }
    : keepFile(file, current, logger)
}

function keepFile(
  file: string,
  current: () => unknown,
  logger: SandboxLogger | undefined,
): StateFile {
  let isChanged = false
  let timer: NodeJS.Timeout | undefined
  let pauseMs = WRITE_AFTER_MS
  let writing: Promise<void> = Promise.resolve()

  function changed(): void {
    isChanged = true
    timer ??= setTimeout(() => void writeInTime(), pauseMs).unref()
  }

  /**
   * Writes in the background; logs an error, since a full disk must not end the server that embeds
   * the sandbox.
   */
  async function writeInTime(): Promise<void> {
    timer = undefined
    try {
      await write()
    } catch (error) {
      logger?.warn({ err: error }, 'sandbox state not kept')
      changed()
    }
  }

  function write(): Promise<void> {
    const next = writing.then(writeChanges)
    // A failure rejects this write only, not the next one.
    writing = next.catch(() => {})
    return next
  }

  async function writeChanges(): Promise<void> {
    if (!isChanged) return
    const start = performance.now()
    isChanged = false
    try {
      await replaceFile(file, JSON.stringify(current()))
    } catch (error) {
      isChanged = true
      throw error
    }
    pauseMs = Math.max(WRITE_AFTER_MS, (performance.now() - start) * PAUSE_PER_WRITE)
  }

  return {
    read: () => readJson(file),
    changed,
    flush: async () => {
      clearTimeout(timer)
      timer = undefined
      await write()
    },
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(`The payment sandbox cannot read ${file}: delete it to begin anew.`, {
      cause: error,
    })
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
