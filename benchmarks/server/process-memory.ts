import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns the id of the process that listens on a port. */
export function findListener(port: number): number {
  const sockets = execFileSync('ss', ['-Hltnp', `sport = :${port}`], { encoding: 'utf8' })
  const pid = /pid=(\d+)/.exec(sockets)?.[1]
  if (pid === undefined) throw new Error(`Nobody listens on port ${port}.`)
  return Number(pid)
}

/** Returns what a process holds in memory, in kB. */
export function residentKilobytes(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kibibytes) * 1024) / 1000
}
