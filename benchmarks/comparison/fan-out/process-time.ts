import { readdirSync, readFileSync } from 'node:fs'

/** Returns the processor time that a process has taken with all its threads, in µs. */
export function processorMicroseconds(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const nanoseconds = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]
    return sum + Number(nanoseconds) / 1000
  }, 0)
}
