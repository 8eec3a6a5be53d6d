import { waitFor } from '@testing-library/react'
// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { watchPauseConditions } from './pause-conditions.ts'

class Device extends EventTarget {
  level = 1
  charging = true
  saveData = false

  change(event: string, values: Partial<Pick<Device, 'level' | 'charging' | 'saveData'>>): void {
    Object.assign(this, values)
    this.dispatchEvent(new Event(event))
  }
}

afterEach(() => vi.unstubAllGlobals())

async function watchOn(device: Device, { lessMotion = false } = {}) {
  const told: boolean[] = []
  const media = Object.assign(new EventTarget(), { matches: lessMotion })
  vi.stubGlobal('matchMedia', () => media)
  vi.stubGlobal('navigator', {
    connection: device,
    getBattery: () => Promise.resolve(device),
  })
  const stop = watchPauseConditions((paused) => told.push(paused))
  await waitFor(() => expect(told).toHaveLength(2))
  return { told, stop, last: () => told.at(-1) }
}

describe('the sky', () => {
  it('moves where nothing speaks against it', async () => {
    const { last } = await watchOn(new Device())
    expect(last()).toBe(false)
  })

  it('rests for a viewer who wants less motion', async () => {
    const { told } = await watchOn(new Device(), { lessMotion: true })
    expect(told).toEqual([true, true])
  })

  it('rests while data is saved', async () => {
    const device = new Device()
    const { last } = await watchOn(device)
    device.change('change', { saveData: true })
    expect(last()).toBe(true)
  })

  it('rests on the last fifth of a battery until it is charged', async () => {
    const device = new Device()
    const { last } = await watchOn(device)
    device.change('levelchange', { level: 0.2, charging: false })
    expect(last()).toBe(true)
    device.change('chargingchange', { charging: true })
    expect(last()).toBe(false)
  })

  it('is not told of anything once it has ended', async () => {
    const device = new Device()
    const { told, stop } = await watchOn(device)
    stop()
    device.change('levelchange', { level: 0.1, charging: false })
    expect(told).toHaveLength(2)
  })
})
