import { statfs } from 'node:fs/promises'

/** The space of a disk, bytes. */
export interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

/** Returns the space of the disk of a folder, as far as this user may use it. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bsize, bavail, blocks } = await statfs(folder)
  return { freeBytes: bsize * bavail, totalBytes: bsize * blocks }
}

/** Returns the free bytes that this process can write: root also has what is kept back for it. */
export async function readWritableBytes(folder: string): Promise<number> {
  const { bsize, bavail, bfree } = await statfs(folder)
  return bsize * (process.getuid?.() === 0 ? bfree : bavail)
}

/** Returns a size in megabytes, as texts show it. */
export function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

/** The share of free space below which a disk is nearly full. */
const LOW_SHARE = 0.1

/** Returns whether less than a tenth of a disk is free. */
export function isLow({ freeBytes, totalBytes }: DiskSpace): boolean {
  return freeBytes < totalBytes * LOW_SHARE
}
