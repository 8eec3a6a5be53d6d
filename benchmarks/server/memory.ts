import { setTimeout as pause } from 'node:timers/promises'
import { startAppServer } from '#tests/helpers/server/app-server.ts'
import type { Figure } from '../figure.ts'
import { findListener, residentKilobytes } from './process-memory.ts'
import { gatherCrowd } from '../fixtures/viewers.ts'

/** The wait after the start, ms: V8 gives back what the start needed once little has been allocated. */
const REST_MS = 90_000

/** The viewers that also warm up the code. */
const WARM_UP = 500

/** Measures the memory of the whole server, sandbox included, and of each viewer. */
export async function measureMemory(viewers = 5_000, restMs = REST_MS): Promise<Figure[]> {
  const server = await startAppServer({ LOG_LEVEL: 'warn' })
  try {
    const pid = findListener(server.port)
    await pause(restMs)
    const atRest = residentKilobytes(pid)
    const first = await gatherCrowd(server.port, WARM_UP)
    await pause(2_000)
    const before = residentKilobytes(pid)
    const crowd = await gatherCrowd(server.port, viewers)
    await pause(2_000)
    const perViewer = (residentKilobytes(pid) - before) / viewers
    crowd.leave()
    first.leave()
    return [
      { name: 'memory at rest', value: atRest / 1000, unit: 'MB', limit: { atMost: 200 } },
      { name: 'memory a viewer', value: perViewer, unit: 'kB', limit: { atMost: 20 } },
    ]
  } finally {
    await server.stop()
  }
}
