import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DISCLAIMER_COOKIE, DISCLAIMER_VERSION, formatAcceptance } from '#contract/disclaimer.ts'
import { startAppServer } from '#tests/helpers/server/app-server.ts'
import { writeBoard } from '#tests/states/state-backend.ts'

/** A connection carries so much before the first answer: ten segments (RFC 6928). */
const FIRST_FLIGHT_BYTES = 14_600

/** Returns the bytes of a response as browsers ask for it, headers included. */
async function countBytes(url: string, headers: Record<string, string>): Promise<number> {
  const asked = request(url, { agent: new Agent({ keepAlive: true }), headers })
  const answered = once(asked, 'response')
  asked.end()
  const [response] = z.tuple([z.instanceof(IncomingMessage)]).parse(await answered)
  const { socket } = response
  await finished(response.resume())
  socket.destroy()
  return socket.bytesRead
}

test('the document with a full first view arrives before a browser answers', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'royale-flight-'))
  const day = 86_400_000
  const donations = Array.from({ length: 200 }, (_, index) => ({
    name: 'Ada',
    amountCents: 100 + ((index * 7919) % 999_900),
    agoMs: 1000 * day - index,
  }))
  await writeBoard(dataDir, donations)
  const server = await startAppServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  try {
    const acceptedAt = new Date().toISOString()
    const value = formatAcceptance({ version: DISCLAIMER_VERSION, acceptedAt })
    const bytes = await countBytes(server.url, {
      Accept: 'text/html',
      'Accept-Encoding': 'gzip',
      Cookie: `${DISCLAIMER_COOKIE}=${value}`,
    })
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThan(FIRST_FLIGHT_BYTES)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
