import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NewLeaderStore } from './new-leader-store.ts'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

const named = (name: string) => ({ id: name, name, amountCents: 50_000 })

/** Announces these leaders to a store, one after another, and returns the one that is shown. */
async function announce(leaders: NewLeaderStore, ...names: string[]) {
  for (const name of names) leaders.announce(named(name))
  await vi.advanceTimersByTimeAsync(500)
  return leaders.getShown()
}

test('a new leader is shown for three seconds, with a burst', async () => {
  const leaders = new NewLeaderStore()
  expect(await announce(leaders, 'Nova')).toEqual({ leader: named('Nova'), burstNumber: 1 })
  await vi.advanceTimersByTimeAsync(2_999)
  expect(leaders.getShown()).toBeDefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(leaders.getShown()).toBeUndefined()
})

test('of leaders that follow closely the last is shown', async () => {
  const shown = await announce(new NewLeaderStore(), 'Nova', 'Lyra', 'Orion')
  expect(shown?.leader.name).toBe('Orion')
})

test('a leader who follows while another is shown shares the burst', async () => {
  const leaders = new NewLeaderStore()
  await announce(leaders, 'Nova')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await announce(leaders, 'Lyra')).toEqual({ leader: named('Lyra'), burstNumber: 1 })
})

test('there is a burst every five seconds at most', async () => {
  const leaders = new NewLeaderStore()
  await announce(leaders, 'Nova')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await announce(leaders, 'Orion')).toEqual({ leader: named('Orion'), burstNumber: null })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await announce(leaders, 'Mira')).toEqual({ leader: named('Mira'), burstNumber: 2 })
})

test('nobody is shown while a dialog is open', async () => {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  document.body.append(dialog)
  expect(await announce(new NewLeaderStore(), 'Nova')).toBeUndefined()
})

test('nobody is shown in a hidden tab', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  expect(await announce(new NewLeaderStore(), 'Nova')).toBeUndefined()
})
