import { readFileSync } from 'node:fs'

/** Sends a signal to a process and to all that it has started, the parents first. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const children = listChildren(pid)
  sendIfAlive(pid, signal)
  for (const child of children) signalTree(child, signal)
}

function listChildren(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return text === '' ? [] : text.split(' ').map(Number)
  } catch {
    // It has ended meanwhile.
    return []
  }
}

function sendIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
