import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MilestoneStore } from './milestone-store.ts'

const SAILS = { amountCents: 4_000, name: 'Sails', description: '' }
const RUDDER = { amountCents: 9_000, name: 'Rudder', description: '' }

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

test('milestones are shown one after another, for six seconds each', () => {
  const store = new MilestoneStore()
  store.announce(SAILS)
  store.announce(RUDDER)
  vi.advanceTimersByTime(500)
  expect(store.getShown()).toBe(SAILS)
  vi.advanceTimersByTime(6_000)
  expect(store.getShown()).toBe(RUDDER)
  vi.advanceTimersByTime(6_000)
  expect(store.getShown()).toBeUndefined()
  store.announce(SAILS)
  vi.advanceTimersByTime(500)
  expect(store.getShown()).toBe(SAILS)
})

test('a milestone waits for an open dialog, but is no news after a minute', () => {
  const store = new MilestoneStore()
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  document.body.append(dialog)
  store.announce(SAILS)
  vi.advanceTimersByTime(10_000)
  expect(store.getShown()).toBeUndefined()
  dialog.remove()
  vi.advanceTimersByTime(500)
  expect(store.getShown()).toBe(SAILS)
  vi.advanceTimersByTime(6_000)
  document.body.append(dialog)
  store.announce(RUDDER)
  vi.advanceTimersByTime(70_000)
  dialog.remove()
  vi.advanceTimersByTime(1_000)
  expect(store.getShown()).toBeUndefined()
})
