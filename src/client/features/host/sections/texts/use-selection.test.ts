import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hostTextSchema, type HostText, type HostTexts } from '#contract/host/texts.ts'
import { useSelection } from './use-selection.ts'

const NOW = '2026-11-22T12:00:00.000Z'

function buildText(id: string, decidedBy?: 'me' | 'other'): HostText {
  const shown = { name: id, message: null }
  return hostTextSchema.parse({
    id,
    revision: 1,
    state: decidedBy === undefined ? 'pending' : 'approved',
    hidden: false,
    anonymous: false,
    nameFrom: 'donor',
    approved: shown,
    shown,
    reasons: [],
    amountCents: 500,
    leftCents: 500,
    changedAt: NOW,
    decision: decidedBy
      ? { action: 'approve', by: 'ines', isMine: decidedBy === 'me', at: NOW }
      : null,
  })
}

function buildLists(ids: string[], recent: HostText[] = []): HostTexts {
  const counts = { pending: ids.length, flagged: 0, approved: 0, denied: 0, hidden: 0 }
  return { texts: ids.map((id) => buildText(id)), next: null, counts, recent }
}

function open(ids: string[], chosen: string) {
  const hook = renderHook((lists: HostTexts) => useSelection(lists), {
    initialProps: buildLists(ids),
  })
  act(() => hook.result.current.select(chosen))
  return hook
}

test('after an own decision the text at its place follows', () => {
  const { result, rerender } = open(['a', 'b', 'c'], 'b')
  rerender(buildLists(['a', 'c'], [buildText('b', 'me')]))
  expect(result.current.current?.id).toBe('c')
})

test('a text that another host was first with stays until this host goes on', () => {
  const { result, rerender } = open(['a', 'b', 'c'], 'b')
  const lists = buildLists(['a', 'c'], [buildText('b', 'other')])
  rerender(lists)
  expect(result.current.current?.id).toBe('b')
  rerender(buildLists(['a', 'c', 'd'], lists.recent))
  expect(result.current.current?.id).toBe('b')
  act(() => result.current.step(1))
  expect(result.current.current?.id).toBe('c')
})

test('texts that come and go before it do not move the choice', () => {
  const { result, rerender } = open(['a', 'b', 'c'], 'b')
  rerender(buildLists(['0', 'b', 'c'], [buildText('a', 'other')]))
  expect(result.current.current?.id).toBe('b')
  expect(result.current.index).toBe(1)
})
