import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LiveStream, type ConnectionStatus, type LiveStreamOptions } from './live-stream.ts'

/** A connection that the test controls. */
class FakeSource extends EventTarget {
  readonly url: string
  closed = false

  constructor(url: string) {
    super()
    this.url = url
  }

  close() {
    this.closed = true
  }

  open() {
    this.dispatchEvent(new Event('open'))
  }

  refuse() {
    this.dispatchEvent(new Event('error'))
  }

  send(name: string, id: number, data: string = JSON.stringify({ version: id })) {
    this.dispatchEvent(new MessageEvent(name, { data, lastEventId: String(id) }))
  }
}

let sources: FakeSource[]
let statuses: ConnectionStatus[]
let heard: unknown[]
let newestId: () => Promise<number>
let stream: LiveStream

beforeEach(() => {
  vi.useFakeTimers()
  sources = []
  statuses = []
  heard = []
  newestId = async () => 1
  stream = openStream()
})

function openStream(options: Partial<LiveStreamOptions> = {}): LiveStream {
  return new LiveStream({
    url: '/live',
    listeners: { snapshot: (data) => heard.push(data), change: (data) => heard.push(data) },
    onStatus: (status) => statuses.push(status),
    fetchNewestId: () => newestId(),
    createEventSource: (url) => {
      const source = new FakeSource(url)
      sources.push(source)
      return source
    },
    random: () => 0,
    ...options,
  })
}

afterEach(() => {
  stream.close()
  showPage()
  vi.useRealTimers()
})

function current(): FakeSource {
  const source = sources.at(-1)
  if (source === undefined) throw new Error('Nothing was connected.')
  return source
}

function goLive(): void {
  current().open()
  current().send('snapshot', 1)
}

function showPage(state: DocumentVisibilityState = 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('it is live with the first event, not when the connection opens', () => {
  current().open()
  expect(statuses).toEqual([])
  current().send('snapshot', 1)
  expect(statuses).toEqual(['live'])
  expect(heard).toEqual([{ version: 1 }])
})

test('a stream that begins behind a known event is live once open', () => {
  const resumed = openStream({ lastEventId: 41 })
  onTestFinished(() => resumed.close())
  expect(current().url).toBe('/live?lastEventId=41')
  current().dispatchEvent(new Event('open'))
  expect(statuses).toEqual(['live'])
})

test('a lost connection is resumed behind the last event', () => {
  goLive()
  current().send('change', 7)
  current().refuse()
  expect(sources[0]?.closed).toBe(true)
  expect(statuses).toEqual(['live', 'connecting'])
  vi.advanceTimersByTime(250)
  expect(current().url).toBe('/live?lastEventId=7')
  current().open()
  expect(statuses).toEqual(['live', 'connecting', 'live'])
})

test('a server that refuses at first sight is offline at once', () => {
  current().refuse()
  expect(statuses).toEqual(['offline'])
})

test('a server that does not come back is offline', () => {
  goLive()
  current().refuse()
  vi.advanceTimersByTime(250)
  current().refuse()
  expect(statuses).toEqual(['live', 'connecting', 'offline'])
})

test('the delays double up to five seconds, and grow again in a long outage', () => {
  const waits = Array.from({ length: 19 }, () => {
    const attempts = sources.length
    current().refuse()
    let waited = 0
    while (sources.length === attempts) {
      vi.advanceTimersByTime(50)
      waited += 50
    }
    return waited
  })
  const beforeLongOutage = Array.from({ length: 11 }, () => 2500)
  expect(waits).toEqual([250, 500, 1000, 2000, ...beforeLongOutage, 10_000, 10_000, 10_000, 10_000])
})

test('a connection that lasted resets the delays', () => {
  for (let attempt = 0; attempt < 4; attempt++) {
    current().refuse()
    vi.advanceTimersByTime(10_000)
  }
  goLive()
  vi.advanceTimersByTime(11_000)
  const attempts = sources.length
  current().refuse()
  vi.advanceTimersByTime(250)
  expect(sources).toHaveLength(attempts + 1)
})

test('an attempt without an event times out', () => {
  current().open()
  vi.advanceTimersByTime(10_000)
  expect(statuses).toEqual(['offline'])
  expect(sources[0]?.closed).toBe(true)
})

test('an event that cannot be parsed causes a full restart', () => {
  goLive()
  current().send('change', 2, '{')
  vi.advanceTimersByTime(250)
  expect(current().url).toBe('/live')
  expect(heard).toHaveLength(1)
})

test('silence is normal while the server has nothing newer', async () => {
  goLive()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(sources).toHaveLength(1)
  expect(statuses).toEqual(['live'])
})

test('a stream that lacks what the server has is dead', async () => {
  newestId = async () => 5
  goLive()
  await vi.advanceTimersByTimeAsync(45_000 + 3000 + 250)
  expect(current().url).toBe('/live?lastEventId=1')
  expect(sources).toHaveLength(2)
})

test('an event that was under way during the check saves the stream', async () => {
  newestId = async () => 5
  goLive()
  await vi.advanceTimersByTimeAsync(46_000)
  current().send('change', 5)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sources).toHaveLength(1)
})

test('a node that is a little behind does not make the stream dead', async () => {
  newestId = async () => 0
  goLive()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sources).toHaveLength(1)
})

test('silence from a server that does not respond is a lost connection', async () => {
  newestId = async () => Promise.reject(new Error('unreachable'))
  goLive()
  await vi.advanceTimersByTimeAsync(45_000)
  expect(statuses).toEqual(['live', 'connecting'])
})

test('the network coming back ends the delay', () => {
  goLive()
  current().refuse()
  dispatchEvent(new Event('online'))
  expect(sources).toHaveLength(2)
})

test('the stream is checked at once when the network goes away', async () => {
  goLive()
  newestId = async () => Promise.reject(new Error('unreachable'))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(0)
  expect(statuses).toEqual(['live', 'offline'])
})

test('a tab that stays hidden closes its connection, and resumes when visible', async () => {
  goLive()
  showPage('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(current().closed).toBe(true)
  vi.advanceTimersByTime(600_000)
  expect(sources).toHaveLength(1)
  showPage()
  expect(current().url).toBe('/live?lastEventId=1')
  current().open()
  expect(statuses).toEqual(['live'])
})

test('an event without an id does not change where the stream resumes', () => {
  const publish = vi.fn<(data: unknown) => void>()
  stream.close()
  stream = openStream({ listeners: { snapshot: () => {}, campaign: publish } })
  goLive()
  current().dispatchEvent(new MessageEvent('campaign', { data: '{"campaign":{}}' }))
  expect(publish).toHaveBeenCalledWith({ campaign: {} })
  current().refuse()
  vi.advanceTimersByTime(30_000)
  expect(current().url).toBe('/live?lastEventId=1')
})

test('each request has the parameters of its time', () => {
  let version = 3
  stream.close()
  stream = openStream({ parameters: () => ({ campaign: String(version) }) })
  expect(current().url).toBe('/live?campaign=3')
  version = 4
  current().refuse()
  vi.advanceTimersByTime(30_000)
  expect(current().url).toBe('/live?campaign=4')
})

test('once closed it stays closed', () => {
  goLive()
  stream.close()
  dispatchEvent(new Event('online'))
  showPage()
  vi.advanceTimersByTime(600_000)
  expect(sources).toHaveLength(1)
  expect(current().closed).toBe(true)
})
