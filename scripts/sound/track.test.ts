import { describe, expect, it } from 'vitest'
import { playDonation } from './score.ts'
import { RATE, createTrack, encodeWave, fadeOut, play, scaleToPeak } from './track.ts'

describe('a track', () => {
  it('is as loud in the middle as at a side', () => {
    const powers = [-1, 0, 1].map((pan) => {
      const track = createTrack(0.01)
      play(track, { at: 0, seconds: 0.01, gain: 0.5, pan }, () => 1)
      return (track.left[0] ?? 0) ** 2 + (track.right[0] ?? 0) ** 2
    })
    for (const power of powers) expect(power).toBeCloseTo(0.25)
  })

  it('drops what would sound after its end', () => {
    const track = createTrack(0.01)
    play(track, { at: 0.005, seconds: 1, gain: 1, pan: 0 }, () => 1)
    expect(track.left).toHaveLength(Math.round(0.01 * RATE))
  })

  it('ends in silence once faded', () => {
    const track = createTrack(0.1)
    play(track, { at: 0, seconds: 0.1, gain: 1, pan: 0 }, () => 1)
    fadeOut(track, 0.05)
    expect(track.left.at(-1)).toBeCloseTo(0, 6)
  })

  it('is scaled by its loudest sample of either side', () => {
    const track = createTrack(2 / RATE)
    track.left.set([0.5, -1])
    track.right.set([3, 0])
    scaleToPeak(track, 0.9)
    expect(track.right[0]).toBeCloseTo(0.9)
    expect(track.left[1]).toBeCloseTo(-0.3)
  })

  it('becomes a stereo file of four bytes a sample after its header', () => {
    const track = createTrack(2 / RATE)
    track.left.set([1, 0])
    track.right.set([-1, 0])
    const wave = encodeWave(track)
    expect(wave).toHaveLength(44 + 2 * 4)
    expect([wave.readInt16LE(44), wave.readInt16LE(46)]).toEqual([32_767, -32_767])
  })
})

describe('the sound of a donation', () => {
  it('never clips and ends in silence', () => {
    const { left, right } = playDonation(() => 0.5)
    for (const channel of [left, right]) {
      expect(channel.every((sample) => Math.abs(sample) < 1)).toBe(true)
      expect(channel.at(-1)).toBeCloseTo(0, 6)
    }
  })
})
