import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changes, type ChangeTopic } from './changes.ts'
import { liveChanges } from './live-changes.ts'

/** A connection that the test controls. */
class FakeSource extends EventTarget {
  closed = false
  close() {
    this.closed = true
  }

  send(name: string, data: object) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
  }

  lose() {
    this.dispatchEvent(new Event('error'))
  }
}

let sources: FakeSource[]
let heard: ChangeTopic[]
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  heard = []
  const follow = (topic: ChangeTopic) => changes.subscribe([topic], () => heard.push(topic))
  stops = [follow('donations'), follow('texts'), follow('team')]
  stops.push(
    liveChanges.start({
      random: () => 0,
      createEventSource: () => {
        const source = new FakeSource()
        sources.push(source)
        return source
      },
    }),
  )
})

afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
})

function current(): FakeSource {
  const source = sources.at(-1)
  if (source === undefined) throw new Error('Nothing was connected.')
  return source
}

/** Returns what was heard since the last call. */
const takeHeard = () => heard.splice(0)

test('the first marks announce what may have changed while the page opened, later ones their topics', () => {
  current().send('topics', { donations: 'a', texts: 'a' })
  expect(takeHeard()).toEqual(['donations', 'texts'])
  expect(liveChanges.read()).toBe('live')
  current().send('topics', { texts: 'b' })
  expect(takeHeard()).toEqual(['texts'])
})

test('after a lost connection only the topics that changed meanwhile are announced', () => {
  current().send('topics', { donations: 'a', texts: 'a', team: 'a' })
  takeHeard()
  current().lose()
  expect(liveChanges.read()).toBe('connecting')
  vi.advanceTimersByTime(1_000)
  expect(sources).toHaveLength(2)
  current().send('topics', { donations: 'a', texts: 'b', team: 'a' })
  expect(takeHeard()).toEqual(['texts'])
  expect(liveChanges.read()).toBe('live')
})

test('a stream that says nothing for a minute is dead', async () => {
  current().send('topics', { donations: 'a' })
  await vi.advanceTimersByTimeAsync(40_000)
  current().send('alive', {})
  await vi.advanceTimersByTimeAsync(44_000)
  expect(sources).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sources.length).toBeGreaterThan(1)
})

test('topics of a newer server make everything be fetched', () => {
  current().send('topics', { parrots: 'a' })
  expect(takeHeard()).toEqual(['donations', 'texts', 'team'])
})

test('the end of the stream has the session and everything shown asked for again', () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(null))
  vi.stubGlobal('fetch', fetched)
  current().send('topics', { donations: 'a' })
  takeHeard()
  current().send('end', {})
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/auth/get-session', expect.anything())
  expect(takeHeard()).toEqual(['donations', 'texts', 'team'])
})

test('a page that stops following closes the connection', () => {
  stops.pop()?.()
  expect(current().closed).toBe(true)
  expect(liveChanges.read()).toBe('connecting')
})
