import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own in memory, small enough to be filled. */
export interface SmallDisk {
  /** Uses all the space that is left. */
  fill(): void
  /** Frees that space. */
  empty(): void
  remount(mode: 'ro' | 'rw'): void
  unmount(): void
}

/** Mounts a disk over an empty folder. */
export function mountTmpfs(folder: string, megabytes: number): SmallDisk {
  mount(['-t', 'tmpfs', '-o', `size=${Math.round(megabytes * 1024)}k`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    fill: () => fillUp(filler),
    empty: () => rmSync(filler, { force: true }),
    remount: (mode) => mount(['-o', `remount,${mode}`, folder]),
    unmount: () => void execFileSync('umount', ['--lazy', folder]),
  }
}

/** The reason why no disk can be mounted here; undefined if one can. */
export const MOUNT_OBSTACLE = findObstacle()

function findObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux, for a tmpfs'
  if (process.getuid?.() !== 0) return 'needs root, to mount a tmpfs'
  const folder = mkdtempSync(join(tmpdir(), 'royale-mount-'))
  try {
    mountTmpfs(folder, 1).unmount()
    return undefined
  } catch {
    return 'needs the right to mount (CAP_SYS_ADMIN), which this container has not'
  } finally {
    rmdirSync(folder)
  }
}

function mount(options: string[]): void {
  execFileSync('mount', options, { stdio: ['ignore', 'ignore', 'pipe'] })
}

function fillUp(file: string): void {
  const descriptor = openSync(file, 'a')
  try {
    // Blocks shrink to single bytes, since another commit fits into a free kilobyte.
    for (let size = 1 << 20; size >= 1; size >>= 2) writeWhileItFits(descriptor, Buffer.alloc(size))
  } finally {
    closeSync(descriptor)
  }
}

function writeWhileItFits(descriptor: number, block: Buffer): void {
  try {
    for (;;) writeSync(descriptor, block)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
