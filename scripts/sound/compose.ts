// Makes the sound of a donation: node scripts/sound/compose.ts
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { playDonation } from './score.ts'
import { encodeWave } from './track.ts'
import type { Random } from './voices.ts'

const OUTPUT = fileURLToPath(
  new URL('../../src/client/public/sounds/donation.mp3', import.meta.url),
)
const SEED = 1_969
/** The loudness of other apps' sounds on phones and in browsers. */
const LOUDNESS_LUFS = -16

const folder = mkdtempSync(join(tmpdir(), 'donation-sound-'))
try {
  const wave = join(folder, 'donation.wav')
  writeFileSync(wave, encodeWave(playDonation(createRandom(SEED))))
  mkdirSync(dirname(OUTPUT), { recursive: true })
  const gain = LOUDNESS_LUFS - measureLoudness(wave)
  encodeMp3(wave, gain)
  // The encoder's padding moves the windows of the measurement, which shows in a sound this short.
  encodeMp3(wave, gain + LOUDNESS_LUFS - measureLoudness(OUTPUT))
  const kilobytes = (statSync(OUTPUT).size / 1024).toFixed(1)
  process.stdout.write(`donation.mp3: ${kilobytes} KB, ${measureLoudness(OUTPUT)} LUFS\n`)
} finally {
  rmSync(folder, { recursive: true })
}

function encodeMp3(wave: string, gainDecibels: number): void {
  const filter = `volume=${gainDecibels}dB,alimiter=limit=0.8:level=false`
  const format = ['-c:a', 'libmp3lame', '-b:a', '112k', '-joint_stereo', '1']
  runFfmpeg(['-y', '-i', wave, '-af', filter, ...format, '-map_metadata', '-1', OUTPUT])
}

/** Measures the integrated loudness by EBU R 128. */
function measureLoudness(file: string): number {
  const report = runFfmpeg(['-i', file, '-af', 'ebur128', '-f', 'null', '-'])
  const loudness = /Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(report)?.[1]
  if (!loudness) throw new Error('ffmpeg printed no loudness.')
  return Number(loudness)
}

function runFfmpeg(args: string[]): string {
  const { error, status, stderr } = spawnSync('ffmpeg', ['-hide_banner', ...args], {
    encoding: 'utf8',
  })
  if (error)
    throw new Error('This script needs ffmpeg on the PATH; install it first.', { cause: error })
  if (status !== 0) throw new Error(`ffmpeg failed:\n${stderr}`)
  return stderr
}

// Mulberry32: the same seed makes the same glitter.
function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
