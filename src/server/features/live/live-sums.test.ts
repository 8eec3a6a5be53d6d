import { afterEach, beforeEach, expect, test } from 'vitest'
import { liveSumsSchema, type LiveSums } from '#contract/live-sums.ts'
import { startLiveServer, type LiveServer } from '#tests/helpers/live/live-server.ts'

const listeners = new Set<(sums: LiveSums) => void>()
const source = {
  current: undefined as LiveSums | undefined,
  onChange: (listener: (sums: LiveSums) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

let server: LiveServer
let controller: AbortController

beforeEach(async () => {
  source.current = undefined
  controller = new AbortController()
  server = await startLiveServer({ sums: source })
})

afterEach(async () => {
  controller.abort()
  await server.close()
})

/** Opens a stream; returns its text so far, which grows. */
async function watch(): Promise<() => string> {
  const { body } = await fetch(server.url, { signal: controller.signal })
  let text = ''
  const reading = body?.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (chunk: string) => {
        text += chunk
      },
    }),
  )
  // Ended by the test's own abort.
  reading?.catch(() => undefined)
  await expect.poll(() => text).toContain('event: snapshot')
  return () => text
}

function change(cents: number[]): void {
  source.current = liveSumsSchema.parse({ version: 1, choices: { c: cents }, matches: {} })
  for (const listener of listeners) listener(source.current)
}

test('before there is a choice or a match the stream says nothing of them', async () => {
  const text = await watch()
  await server.change({ id: 'a', amountCents: 500 })
  await expect.poll(text).toContain('event: change')
  expect(text()).not.toContain('sums')
})

test('sums go to every viewer, and first of all to whoever comes later', async () => {
  const early = await watch()
  change([700, 500])
  await expect.poll(early).toContain('event: sums\ndata: {"version":1,"choices":{"c":[700,500]}')
  const late = await watch()
  await expect.poll(late).toContain('"c":[700,500]')
  change([700, 900])
  for (const text of [early, late]) await expect.poll(text).toContain('"c":[700,900]')
  await server.hub.close()
  expect(listeners.size).toBe(0)
})
