import { readFileSync } from 'node:fs'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/**
 * Returns the end of each commit in SQLite's write-ahead log, in bytes from its beginning, oldest
 * first: https://sqlite.org/fileformat2.html#walformat. Frames of an earlier round are not counted.
 */
export function findCommits(walFile: string): number[] {
  const wal = readFileSync(walFile)
  const salt = wal.subarray(16, 24)
  const frameBytes = FRAME_HEADER_BYTES + wal.readUInt32BE(8)
  const commits: number[] = []
  for (let at = HEADER_BYTES; at + frameBytes <= wal.length; at += frameBytes) {
    const frame = wal.subarray(at, at + FRAME_HEADER_BYTES)
    if (!frame.subarray(8, 16).equals(salt)) break
    const isCommit = frame.readUInt32BE(4) > 0
    if (isCommit) commits.push(at + frameBytes)
  }
  return commits
}
