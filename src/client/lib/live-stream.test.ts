import { afterEach, beforeEach, expect, onTestFinished, test, vi, type Mock } from 'vitest'
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
let read: Mock<(signal: AbortSignal) => Promise<void>>

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
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => onLine.mockRestore())
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

/** Opens a stream for which ordinary requests can stand in; each read succeeds at first. */
function openReadStream(options: Partial<LiveStreamOptions> = {}): void {
  read = vi.fn<(signal: AbortSignal) => Promise<void>>(async () => {})
  stream.close()
  stream = openStream({ readAnew: read, ...options })
}

/** Loses each attempt at once, for so long. */
async function refuseFor(durationMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < durationMs; waitedMs += 50) {
    if (!current().closed) current().refuse()
    await vi.advanceTimersByTimeAsync(50)
  }
}

test('a loss of a moment reads nothing; a second failure in a row reads, and says that it is late', async () => {
  openReadStream()
  goLive()
  await refuseFor(250)
  expect(read).not.toHaveBeenCalled()
  expect(statuses).toEqual(['live', 'connecting'])
  await refuseFor(50)
  expect(read).toHaveBeenCalledTimes(1)
  expect(statuses).toEqual(['live', 'connecting', 'delayed'])
})

test('a first attempt that fails is no reason yet to say that the server is away', async () => {
  openReadStream()
  current().refuse()
  await vi.advanceTimersByTimeAsync(0)
  expect(read).not.toHaveBeenCalled()
  expect(statuses).toEqual([])
})

test('while reads succeed both they and the attempts come every five to ten seconds', async () => {
  for (const [random, pauseMs] of [
    [0, 5_000],
    [0.99, 9_950],
  ] as const) {
    openReadStream({ random: () => random })
    await refuseFor(3_000)
    const [attempts, reads] = [sources.length, read.mock.calls.length]
    await refuseFor(10 * pauseMs)
    expect(sources.length - attempts).toBeGreaterThanOrEqual(9)
    expect(sources.length - attempts).toBeLessThanOrEqual(10)
    expect(read.mock.calls.length - reads).toBe(10)
    expect(statuses.at(-1)).toBe('delayed')
  }
})

test('reads go on while an attempt waits for its first event', async () => {
  openReadStream()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(statuses).toEqual(['delayed'])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(read).toHaveBeenCalledTimes(7)
})

test('offline is said if the ordinary request fails, too, and no more once one succeeds', async () => {
  openReadStream()
  read.mockRejectedValue(new Error('unreachable'))
  goLive()
  await refuseFor(6_000)
  expect(statuses).toEqual(['live', 'connecting', 'offline'])
  read.mockResolvedValue(undefined)
  await refuseFor(6_000)
  expect(statuses).toEqual(['live', 'connecting', 'offline', 'delayed'])
})

test('the stream comes back with an event, ends the reads, and all is as before', async () => {
  openReadStream()
  goLive()
  await refuseFor(3_000)
  const reads = read.mock.calls.length
  await vi.advanceTimersByTimeAsync(5_000)
  expect(current().url).toBe('/live')
  current().open()
  expect(statuses.at(-1)).toBe('delayed')
  current().send('snapshot', 9)
  expect(statuses.at(-1)).toBe('live')
  await vi.advanceTimersByTimeAsync(40_000)
  expect(read.mock.calls.length - reads).toBeLessThanOrEqual(1)
  current().refuse()
  expect(statuses.at(-1)).toBe('connecting')
  await vi.advanceTimersByTimeAsync(250)
  expect(current().url).toBe('/live?lastEventId=9')
})

test('what a read still brings after an event of the stream is not shown', async () => {
  openReadStream()
  let signal: AbortSignal | undefined
  read.mockImplementation((its) => {
    signal = its
    return new Promise(() => {})
  })
  await refuseFor(1_000)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  current().send('snapshot', 2)
  expect(signal?.aborted).toBe(true)
  expect(statuses).toEqual(['live'])
})

test('a hidden tab reads nothing, and reads at once when it is looked at again', async () => {
  openReadStream()
  await refuseFor(3_000)
  showPage('hidden')
  const reads = read.mock.calls.length
  await refuseFor(55_000)
  expect(read).toHaveBeenCalledTimes(reads)
  showPage()
  expect(read).toHaveBeenCalledTimes(reads + 1)
})

test('a stream that opens and delivers nothing is found out, and has to deliver before it is live', async () => {
  newestId = async () => 5
  openReadStream()
  goLive()
  const open = (ms: number) => async () => {
    await vi.advanceTimersByTimeAsync(ms)
    current().open()
  }
  await open(48_250)()
  expect(statuses).toEqual(['live', 'connecting', 'live'])
  await open(10_000)()
  expect(statuses.at(-1)).toBe('delayed')
  await open(20_000)()
  expect(current().url).toBe('/live')
  expect(statuses.at(-1)).toBe('delayed')
})

test('once closed nothing is read any more', async () => {
  openReadStream()
  await refuseFor(3_000)
  const reads = read.mock.calls.length
  stream.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(reads)
})
