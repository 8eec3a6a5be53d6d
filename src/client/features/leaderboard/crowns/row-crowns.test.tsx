import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Crown } from '#contract/crowns.ts'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { buildEntries, buildEntry, buildFirstBoard } from '../live/board-builders.ts'
import { LeaderboardFeed } from '../live/leaderboard-feed.ts'
import { CrownsContext, CrownSlot } from './crown-slot.tsx'
import { crownsStore } from './crowns-store.ts'
import { Crowns, renderRowCrowns } from './row-crowns.tsx'

afterEach(() => crownsStore.show([], false))

function build(kind: Crown['kind'], rows: string[]): Crown {
  const since = '2026-12-01T20:00:00.000Z'
  return { kind, name: 'Ada', rows, since, value: 0, isGrowing: false, history: [], changes: 1 }
}

function renderRows(isOn = true) {
  render(
    <CrownsContext value={isOn ? renderRowCrowns : undefined}>
      <CrownSlot id="d1" />
      <CrownSlot id="d2" />
    </CrownsContext>,
  )
}

test('a row has one button for all of its crowns, which is named by them', () => {
  crownsStore.show([build('reigning', ['d1']), build('leap', ['d1', 'donor'])], false)
  renderRows()
  const button = screen.getByRole('button', { name: '2 crowns: Reigning first, Greatest leap' })
  const onOpen = vi.fn<(id: string) => void>()
  crownsStore.onOpen = onOpen
  button.click()
  expect(onOpen).toHaveBeenCalledWith('d1')
})

test('the first donation is named by what it was first in', () => {
  crownsStore.show([build('first', ['d2'])], true)
  renderRows()
  expect(screen.getByRole('button', { name: 'Crown: First of the round' })).toBeDefined()
})

test('rows have none while the host has them off, and before they are known', () => {
  crownsStore.show([build('first', ['d2'])], true)
  renderRows(false)
  expect(screen.queryByRole('button')).toBeNull()
})

test('the crown of who reigns passes with the first row, before the server tells of it', async () => {
  const told = { now: '2026-12-01T20:00:00.000Z', crowns: [build('reigning', ['d1'])], round: null }
  vi.stubGlobal('fetch', async () => Response.json(told))
  const rows = buildEntries(5_000, 3_000)
  const page = (entries: LeaderboardEntry[]) => {
    const feed = new LeaderboardFeed(buildFirstBoard({ entries }))
    const shown = { id: 'donations-all-time', view: feed.getView() } as const
    return (
      <CrownsContext value={renderRowCrowns}>
        <Crowns version={1} roundId={undefined} shown={shown} />
        {entries.map(({ id }) => (
          <div key={id} data-testid={id}>
            <CrownSlot id={id} />
          </div>
        ))}
      </CrownsContext>
    )
  }
  const crowned = () =>
    screen.queryAllByRole('button').map((one) => one.parentElement?.dataset['testid'])
  const { rerender } = render(page(rows))
  await waitFor(() => expect(crowned()).toEqual(['d1']))
  rerender(page([buildEntry({ id: 'd3', name: 'Bo', amountCents: 9_000 }), ...rows]))
  expect(crowned()).toEqual(['d3'])
  vi.unstubAllGlobals()
})
