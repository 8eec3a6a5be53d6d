import { useState } from 'react'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { BOARD_IDS, describeBoard, type BoardId } from '#contract/boards.ts'
import { describeRule, nameTab, shortenTab } from '#client/lib/board-names.ts'
import { stubBrowserApis } from '#tests/helpers/page/page.ts'
import { BoardTabs } from './board-tabs.tsx'

const BOARDS: BoardId[] = ['donations-today', 'donors-week', 'donations-all-time']

beforeEach(() => stubBrowserApis())

function Tabs() {
  const [shown, show] = useState(BOARDS[0] ?? 'donations-all-time')
  return <BoardTabs boards={BOARDS} shown={shown} onShow={show} />
}

const tab = (name: string) => screen.getByRole('tab', { name })
const selected = () => screen.getByRole('tab', { selected: true }).textContent

describe('the tabs of the boards', () => {
  test('stand in the order of the host, the first one chosen', () => {
    render(<Tabs />)
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Donors this week',
      'All time',
    ])
    expect(selected()).toBe('Today')
  })

  test('show their board when pressed', () => {
    render(<Tabs />)
    fireEvent.click(tab('All time'))
    expect(selected()).toBe('All time')
  })

  test('are one stop of the tab key, in which the arrows go round', () => {
    render(<Tabs />)
    expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toEqual([
      tab('Today'),
    ])
    fireEvent.keyDown(tab('Today'), { key: 'ArrowLeft' })
    expect(selected()).toBe('All time')
    expect(document.activeElement).toBe(tab('All time'))
    fireEvent.keyDown(tab('All time'), { key: 'ArrowRight' })
    expect(selected()).toBe('Today')
    fireEvent.keyDown(tab('Today'), { key: 'End' })
    expect(selected()).toBe('All time')
    fireEvent.keyDown(tab('All time'), { key: 'Home' })
    expect(selected()).toBe('Today')
  })
})

test('each board has a name and a rule of its own', () => {
  expect(new Set(BOARD_IDS.map((id) => nameTab(id))).size).toBe(BOARD_IDS.length)
  const rules = BOARD_IDS.map((id) => describeRule(describeBoard(id)))
  expect(new Set(rules).size).toBe(BOARD_IDS.length)
  expect(rules).toContain('Biggest donation leads')
  expect(rules).toContain('Biggest total this week leads')
})

test('a shorter name of a tab says what its long one ends with, and no two are the same', () => {
  const short = BOARD_IDS.flatMap((id) => shortenTab(id) ?? [])
  expect(short).toContain('By average')
  expect(short).toContain('By average this week')
  expect(new Set(short).size).toBe(short.length)
})
