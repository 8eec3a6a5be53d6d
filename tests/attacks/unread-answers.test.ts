import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAppServer, type AppServer } from '../helpers/server/app-server.ts'
import { formatRequest, openRawClient } from './raw-client.ts'

const CONNECTIONS = 8
const REQUESTS = 900
/** The files that a server opens meanwhile for itself; thousands of answers would show. */
const OWN_FILES = 20

const MAX_GROWTH_BYTES = 100 * 2 ** 20

let server: AppServer

beforeAll(async () => {
  server = await startAppServer()
})

afterAll(() => server.stop())

const countOpenFiles = () => readdirSync(`/proc/${server.pid()}/fd`).length

function readMemoryBytes(): number {
  const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

async function findScript(): Promise<string> {
  const html = await fetch(server.url).then((answer) => answer.text())
  return /\/assets\/index-[\w-]+\.js/.exec(html)?.[0] ?? '/assets/none'
}

test.each(['a script', 'the page'])(
  'unread answers of %s, asked for ahead, take neither files nor memory',
  async (what) => {
    const path = what === 'the page' ? '/' : await findScript()
    const [files, memory] = [countOpenFiles(), readMemoryBytes()]
    const attack = formatRequest(`GET ${path}`).repeat(REQUESTS)
    const clients = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => openRawClient({ port: server.port, reads: false })),
    )
    for (const client of clients) client.send(attack)
    await pause(500)
    expect(countOpenFiles() - files).toBeLessThanOrEqual(CONNECTIONS + OWN_FILES)
    expect(readMemoryBytes() - memory).toBeLessThan(MAX_GROWTH_BYTES)
    expect((await fetch(server.url)).status).toBe(200)
    for (const client of clients) client.destroy()
  },
)
