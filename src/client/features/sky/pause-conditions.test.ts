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
  it('moves if no condition pauses it', async () => {
    const { last } = await watchOn(new Device())
    expect(last()).toBe(false)
  })

  it('pauses for a viewer who prefers reduced motion', async () => {
    const { told } = await watchOn(new Device(), { lessMotion: true })
    expect(told).toEqual([true, true])
  })

  it('pauses while data is saved', async () => {
    const device = new Device()
    const { last } = await watchOn(device)
    device.change('change', { saveData: true })
    expect(last()).toBe(true)
  })

  it('pauses on the last fifth of a battery until it is charged', async () => {
    const device = new Device()
    const { last } = await watchOn(device)
    device.change('levelchange', { level: 0.2, charging: false })
    expect(last()).toBe(true)
    device.change('chargingchange', { charging: true })
    expect(last()).toBe(false)
  })

  it('reports nothing once it has been stopped', async () => {
    const device = new Device()
    const { told, stop } = await watchOn(device)
    stop()
    device.change('levelchange', { level: 0.1, charging: false })
    expect(told).toHaveLength(2)
  })
})
