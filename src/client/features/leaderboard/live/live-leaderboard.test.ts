import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_BOARD_ID, type BoardId } from '#contract/boards.ts'
import type { ChoiceList } from '#contract/choices.ts'
import type { MatchList } from '#contract/matches.ts'
import { DEFAULT_CAMPAIGN } from '#contract/campaign/default-campaign.ts'
import { CampaignStore, campaignStore } from '#client/lib/campaign.ts'
import { setLiveSums, useLiveSums } from '#client/lib/live-sums.ts'
import { serveApi, stubBrowserApis } from '#tests/helpers/page/page.ts'
import { buildFirstBoard, buildPage } from './board-builders.ts'
import { findRememberedBoard } from './remembered-board.ts'
import { connectLeaderboard, createLeaderboardStore } from './live-leaderboard.ts'

/** A stream that a proxy refuses. */
class RefusedStream extends EventTarget {
  constructor() {
    super()
    setTimeout(() => this.dispatchEvent(new Event('error')))
  }

  close() {}
}

beforeEach(() => {
  localStorage.clear()
  stubBrowserApis()
  vi.stubGlobal('EventSource', RefusedStream)
  onTestFinished(() => {
    campaignStore.set(DEFAULT_CAMPAIGN)
    setLiveSums(undefined)
  })
})

function connect(boardId: BoardId = DEFAULT_BOARD_ID) {
  const store = createLeaderboardStore(boardId, buildFirstBoard({ version: 12 }))
  onTestFinished(connectLeaderboard(boardId, store))
  return store
}

const now = '2026-11-21T12:00:00.000Z'

const choice = {
  id: 'c1',
  question: 'Which sail?',
  options: [
    { id: 'o1', label: 'Red' },
    { id: 'o2', label: 'Blue' },
  ],
  opensAt: now,
  closesAt: '2026-12-21T12:00:00.000Z',
  closedEarly: false,
}

const choices: ChoiceList = {
  now,
  version: 13,
  choices: [
    {
      choice,
      totalCents: 900,
      results: [
        { optionId: 'o1', amountCents: 200 },
        { optionId: 'o2', amountCents: 700 },
      ],
    },
  ],
}

const matches: MatchList = { now, version: 13, matches: [] }

test('behind a stream that is refused, board, campaign and sums come by ordinary requests', async () => {
  serveApi({
    'GET /api/leaderboard': {
      body: buildPage({ version: 13, total: { count: 9, amountCents: 9 } }),
    },
    'GET /api/campaign': { body: { ...DEFAULT_CAMPAIGN, title: 'Anew', choices: [choice] } },
    'GET /api/choices': { body: choices },
    'GET /api/matches': { body: matches },
  })
  const store = connect()
  await waitFor(() => expect(store.getView()).toMatchObject({ status: 'delayed' }))
  expect(store.getView().board).toMatchObject({ version: 13, total: { count: 9 } })
  await waitFor(() => expect(campaignStore.read().title).toBe('Anew'))
  const { result } = renderHook(useLiveSums)
  await waitFor(() => expect(result.current?.choices).toEqual({ c1: [200, 700] }))
})

test('a campaign that is the same is not shown again, and one that cannot be read does no harm', async () => {
  campaignStore.set(DEFAULT_CAMPAIGN)
  const onChange = vi.fn<() => void>()
  onTestFinished(campaignStore.subscribe(onChange))
  const requests = serveApi({
    'GET /api/leaderboard': { body: buildPage({ version: 13 }) },
    'GET /api/campaign': () => (requests.length > 2 ? { body: DEFAULT_CAMPAIGN } : 'unreachable'),
  })
  const store = connect()
  await waitFor(() => expect(store.getView().status).toBe('delayed'))
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(requests).toHaveLength(4))
  expect(store.getView().status).toBe('delayed')
  expect(onChange).not.toHaveBeenCalled()
})

test('another board reads its own rows alone', async () => {
  const requests = serveApi({
    'GET /api/boards/donors-all-time': { body: buildPage({ version: 13 }) },
  })
  const store = connect('donors-all-time')
  await waitFor(() => expect(store.getView().status).toBe('delayed'))
  expect(requests.map(({ route }) => route)).toEqual(['GET /api/boards/donors-all-time'])
})

test('a board that cannot be read either is offline, and stays as it is', async () => {
  serveApi({ 'GET /api/leaderboard': { status: 502, body: '' } })
  const store = connect()
  await waitFor(() => expect(store.getView().status).toBe('offline'))
  expect(store.getView().board?.version).toBe(12)
})

test('the list is remembered though the server goes away right after the page was opened', async () => {
  serveApi({ 'GET /api/leaderboard': { status: 502, body: '' } })
  const store = connect()
  await waitFor(() => expect(store.getView().status).toBe('offline'))
  expect(findRememberedBoard()?.rows).toEqual(store.getView().board?.rows)
})

test("a page that is left at once remembers the list and the campaign's texts, and nothing that runs", () => {
  serveApi({})
  const boards = ['donors-all-time'] as const
  campaignStore.set({ ...DEFAULT_CAMPAIGN, title: 'Sails', cause: 'a sail', boards: [...boards] })
  connect()
  dispatchEvent(new Event('pagehide'))
  expect(findRememberedBoard()).toBeDefined()
  const opened = new CampaignStore()
  opened.recall()
  const { title, cause } = opened.read()
  expect(opened.read()).toEqual({ ...DEFAULT_CAMPAIGN, title, cause })
  expect([title, cause, opened.isKnown]).toEqual(['Sails', 'a sail', false])
})

test('a list of an earlier visit keeps its time', async () => {
  serveApi({ 'GET /api/leaderboard': { status: 502, body: '' } })
  const rows = buildFirstBoard().entries
  const remembered = { rows, total: { count: 1, amountCents: 1 }, asOf: 1_700_000_000_000 }
  localStorage.setItem('leaderboard:1', JSON.stringify(remembered))
  const store = createLeaderboardStore(DEFAULT_BOARD_ID)
  onTestFinished(connectLeaderboard(DEFAULT_BOARD_ID, store))
  await waitFor(() => expect(store.getView().status).toBe('offline'))
  await waitFor(() => expect(store.getView().board).not.toBeNull())
  dispatchEvent(new Event('pagehide'))
  expect(findRememberedBoard()?.asOf).toBe(1_700_000_000_000)
})

test.each(['{', 'null', '[]'])('texts that cannot be read are ignored: %s', (text) => {
  localStorage.setItem('campaign:1', text)
  const store = new CampaignStore()
  store.recall()
  expect(store.read()).toEqual(DEFAULT_CAMPAIGN)
})
