import { readFile, rename, writeFile } from 'node:fs/promises'

const WRITE_AFTER_MS = 300

/** Keeps one JSON value on disk; changes that follow one another closely are written once. */
export interface StateFile {
  /** What was kept; undefined at the first start. */
  read(): Promise<unknown>
  changed(): void
  /** Writes what has changed. */
  flush(): Promise<void>
}

/** `current` answers what is to be kept; without a file nothing is. */
export function openStateFile(file: string | undefined, current: () => unknown): StateFile {
  if (file === undefined) {
    return { read: async () => undefined, changed: () => {}, flush: async () => {} }
  }
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(() => replaceFile(file as string, JSON.stringify(current())))
    return writing
  }

  return {
    read: () => readJson(file),
    changed: () => {
      timer ??= setTimeout(() => void write(), WRITE_AFTER_MS)
    },
    flush: () => (timer === undefined ? writing : write()),
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
