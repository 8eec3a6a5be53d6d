import { describe, expect, it } from 'vitest'
import { FramePacer } from './frame-pacer.ts'

const FRAME_MS = 1000 / 12

function miss(framePacer: FramePacer): number {
  let waitMs = 0
  for (let frame = 0; frame < 5; frame++) waitMs = framePacer.nextDelayMs(200)
  return waitMs
}

describe('the frame pacer', () => {
  it('keeps the frame rate while frames come in time', () => {
    const framePacer = new FramePacer(12)
    for (let frame = 0; frame < 100; frame++) expect(framePacer.nextDelayMs(4)).toBe(FRAME_MS)
  })

  it('tolerates a late frame now and then', () => {
    const framePacer = new FramePacer(12)
    for (let frame = 0; frame < 100; frame++) {
      expect(framePacer.nextDelayMs(frame % 6 === 0 ? 200 : 0)).toBe(FRAME_MS)
    }
  })

  it('pauses where frames keep coming late, and twice as long when they do again', () => {
    const framePacer = new FramePacer(12)
    expect(miss(framePacer)).toBe(8_000)
    expect(framePacer.nextDelayMs(0)).toBe(FRAME_MS)
    expect(miss(framePacer)).toBe(16_000)
  })

  it('never pauses for longer than two minutes', () => {
    const framePacer = new FramePacer(12)
    for (let time = 0; time < 10; time++) miss(framePacer)
    expect(miss(framePacer)).toBe(120_000)
  })
})
