import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import type { Crowns } from '#contract/crowns.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { callApi } from '#client/lib/api.ts'
import { campaignStore } from '#client/lib/campaign.ts'
import { readStorage, writeStorage } from '#client/lib/storage.ts'
import { rememberAcceptance } from '#client/features/disclaimer/acceptance.ts'
import { followDrafts } from './drafts.ts'
import { isolateDocument } from './isolation.ts'

const onView = vi.fn<(view: string) => void>()
const send = vi.fn<typeof fetch>(async () => Response.json({ entries: [] }))

/** Keeps the addresses that are asked for; jsdom has no such streams. */
class Source extends EventTarget {
  static urls: string[] = []

  constructor(url: string) {
    super()
    Source.urls.push(url)
  }
}

beforeAll(() => {
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('EventSource', Source)
  writeStorage('tab', 'checkout', 'open')
  isolateDocument()
  followDrafts(onView)
})

beforeEach(() => {
  onView.mockClear()
  send.mockClear()
})

afterEach(() => tell({ ...DRAFT, change: {} }))

const DRAFT = {
  kind: 'campaign-draft',
  view: 'page',
  campaign: DEFAULT_CAMPAIGN,
  change: { cause: 'a <b>new</b> lifeboat' },
}

/** Sends a message as the console does; the test's window is its own parent. */
function tell(data: unknown, from: MessageEventInit = {}): void {
  const { origin } = location
  dispatchEvent(new MessageEvent('message', { data, origin, source: window, ...from }))
}

test("the console's draft is shown as text, with the part of the page it is about", () => {
  tell({ ...DRAFT, view: 'about' })
  expect(campaignStore.read().cause).toBe('a <b>new</b> lifeboat')
  expect(onView).toHaveBeenCalledWith('about')
})

test.each([
  ['of another origin', DRAFT, { origin: 'https://evil.example' }],
  ['of another window', DRAFT, { source: null }],
  ['with a link that could not be published', { ...DRAFT, change: withTerms('javascript:1') }, {}],
  ['with a field that no campaign has', { ...DRAFT, change: { __proto__: 1, html: '<b>' } }, {}],
  ['without a form', 'campaign-draft', {}],
])('a message %s is passed over', (_what, data, from: MessageEventInit) => {
  tell(data, from)
  expect(campaignStore.read().cause).toBe('')
  expect(onView).not.toHaveBeenCalled()
})

function withTerms(terms: string) {
  return { links: { terms, privacy: null, imprint: null } }
}

test('a publication of somebody else does not take the place of the draft', () => {
  tell(DRAFT)
  campaignStore.set({ ...DEFAULT_CAMPAIGN, version: 7, cause: 'the school' })
  expect(campaignStore.read().cause).toBe('a <b>new</b> lifeboat')
})

test('the board is read, and nothing else is sent', async () => {
  await callApi('/api/leaderboard?limit=1')
  expect(send).toHaveBeenCalledOnce()
  await expect(callApi('/api/auth/sign-up/email', { method: 'POST', body: {} })).rejects.toThrow(
    'This is a preview: nothing is sent from it.',
  )
  await expect(callApi('/api/leaderboard', { method: 'POST', body: {} })).rejects.toThrow(
    'This is a preview',
  )
  expect(await callApi('/api/auth/get-session')).toBeNull()
  expect(send).toHaveBeenCalledOnce()
})

test('a board that is not published shows examples until it is', async () => {
  const path = '/api/boards/donors-week'
  tell({ ...DRAFT, change: { boards: ['donations-all-time', 'donors-week'] } })
  expect(await callApi<LeaderboardPage>(path)).toMatchObject({ total: { count: 8 }, next: null })
  const stream = new EventSource(`${path}/live`)
  const told = await new Promise<Event>((resolve) => {
    stream.addEventListener('snapshot', resolve)
  })
  expect(told).toMatchObject({ data: expect.stringContaining('"name":"Mira"') })
  expect(send).not.toHaveBeenCalled()

  const failed = vi.fn<() => void>()
  stream.addEventListener('error', failed)
  tell({ ...DRAFT, campaign: { ...DEFAULT_CAMPAIGN, boards: ['donors-week'] } })
  expect(failed).toHaveBeenCalledOnce()
  await callApi(path)
  expect(send).toHaveBeenCalledOnce()
  expect(new EventSource(`${path}/live`)).toBeInstanceOf(Source)
  expect(Source.urls).toEqual([`${path}/live`])
})

test('crowns that are not published are held by the first rows of the board', async () => {
  tell({ ...DRAFT, change: { crowns: true } })
  const timestamp = '2026-12-01T20:00:00.000Z'
  const row = { position: 1, id: 'd1', name: 'Wanda', amountCents: 500, timestamp }
  send.mockImplementationOnce(async () => Response.json({ entries: [row] }))
  const { crowns } = await callApi<Crowns>('/api/crowns')
  expect(crowns[0]).toMatchObject({ kind: 'reigning', name: 'Wanda' })
  expect(crowns[0]?.rows).toContain('d1')
  tell({ ...DRAFT, campaign: { ...DEFAULT_CAMPAIGN, crowns: true } })
  send.mockClear()
  await callApi('/api/crowns')
  expect(send).toHaveBeenCalledWith('/api/crowns', expect.anything())
})

test('nothing is kept, and nothing that was kept is read', () => {
  rememberAcceptance(new Date(0))
  expect(document.cookie).toBe('')
  expect(readStorage('tab', 'checkout')).toBeNull()
})

test('a link leads nowhere', () => {
  const link = document.createElement('a')
  link.href = 'https://example.org/'
  document.body.append(link)
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  link.dispatchEvent(click)
  expect(click.defaultPrevented).toBe(true)
})
