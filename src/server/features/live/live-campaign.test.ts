import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Campaign } from '#contract/campaign.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { startLiveServer, type LiveServer } from '#tests/helpers/live/live-server.ts'
import { openViewer, type LiveViewer } from '#tests/helpers/live/live-viewer.ts'

const listeners = new Set<(campaign: Campaign) => void>()
const source = {
  current: DEFAULT_CAMPAIGN,
  onChange: (listener: (campaign: Campaign) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

let server: LiveServer
let viewers: LiveViewer[]

beforeEach(async () => {
  source.current = { ...DEFAULT_CAMPAIGN, version: 3 }
  viewers = []
  server = await startLiveServer({ campaign: source })
})

afterEach(async () => {
  for (const viewer of viewers) viewer.leave()
  await server.close()
})

async function watch(query = ''): Promise<LiveViewer> {
  const viewer = await openViewer(server.url + query)
  viewers.push(viewer)
  await expect.poll(() => viewer.events.length).toBeGreaterThan(0)
  return viewer
}

function change(title: string): void {
  source.current = { ...source.current, version: source.current.version + 1, title }
  for (const listener of listeners) listener(source.current)
}

test('a changed campaign is sent to every viewer, and moves no version of the board', async () => {
  const [one, other] = [await watch(), await watch('?campaign=3')]
  change('Gala')
  for (const { campaigns } of [one, other]) {
    await expect.poll(() => campaigns).toEqual([source.current])
  }
  await server.change({ id: 'a', amountCents: 500 })
  await expect.poll(() => one.events.map(({ event }) => event)).toEqual(['snapshot', 'change'])
})

test('a viewer who has an older campaign gets the current one with the board', async () => {
  const [old, current] = [await watch('?campaign=2'), await watch('?campaign=3')]
  await expect.poll(() => old.campaigns).toEqual([source.current])
  change('Gala')
  await expect.poll(() => current.campaigns).toEqual([source.current])
})

test('whoever was shown what runs beside a campaign gets the current one in any case', async () => {
  const viewer = await watch('?campaign=any')
  await expect.poll(() => viewer.campaigns).toEqual([source.current])
})

test('after the end of the live view nothing listens to the campaign any more', async () => {
  await server.hub.close()
  expect(listeners.size).toBe(0)
})
