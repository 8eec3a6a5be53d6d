import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Crown } from '#contract/crowns.ts'
import { CrownsContext, CrownSlot } from './crown-slot.tsx'
import { crownsStore } from './crowns-store.ts'
import { renderRowCrowns } from './row-crowns.tsx'

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
