import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DailyFile } from './daily-file.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let folder: string
let file: string
let now: number
let hourly: (() => void) | undefined
let log: DailyFile | undefined
let complaints: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-daily-'))
  file = join(folder, 'logs', 'access.log')
  now = Date.UTC(2026, 10, 21, 12)
  complaints = []
})

afterEach(async () => {
  await log?.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(keepDays = 2): DailyFile {
  log = new DailyFile({
    file,
    keepDays,
    clock: () => now,
    schedule: (work) => {
      hourly = work
      return () => {
        hourly = undefined
      }
    },
    logger: pino({ level: 'error' }, { write: (line: string) => void complaints.push(line) }),
  })
  return log
}

const names = () => readdirSync(join(folder, 'logs')).toSorted()
const textOf = (name: string) => readFileSync(join(folder, 'logs', name), 'utf8')

test('lines are added to what is there, in a file for its owner alone', async () => {
  const first = open()
  first.write('one')
  await first.close()
  chmodSync(file, 0o644)
  utimesSync(file, now / 1000, now / 1000)
  const second = open()
  second.write('two')
  await second.close()
  expect(textOf('access.log')).toBe('one\ntwo\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700)
})

test('each day is a file of its own, and so many past ones are kept', async () => {
  const kept = open(2)
  for (let day = 21; day <= 25; day += 1) {
    kept.write(`on the ${day}th`)
    now += DAY_MS
  }
  await kept.close()
  expect(names()).toEqual(['access.log', 'access.log.2026-11-23', 'access.log.2026-11-24'])
  expect(textOf('access.log')).toBe('on the 25th\n')
  expect(textOf('access.log.2026-11-23')).toBe('on the 23th\n')
  expect(complaints).toEqual([])
})

test('days pass also while nothing is written', () => {
  open(2).write('on the 21st')
  now += DAY_MS
  hourly?.()
  expect(names()).toEqual(['access.log', 'access.log.2026-11-21'])
  now += 3 * DAY_MS
  hourly?.()
  expect(names()).not.toContain('access.log.2026-11-21')
  expect(hourly).toBeTypeOf('function')
})

test('what an earlier life wrote on another day gets the name of its day', async () => {
  const first = open()
  first.write('before')
  await first.close()
  const before = (now - DAY_MS) / 1000
  utimesSync(file, before, before)
  const second = open()
  second.write('now')
  await second.close()
  expect(textOf('access.log.2026-11-20')).toBe('before\n')
  expect(textOf('access.log')).toBe('now\n')
})

test('a day that comes twice takes nothing from its first time', () => {
  const twice = open()
  twice.write('first')
  now += DAY_MS
  twice.write('second')
  now -= DAY_MS
  twice.write('third')
  now += DAY_MS
  twice.write('fourth')
  expect(names()).toContain('access.log.2026-11-21')
  expect(names()).toContain('access.log.2026-11-21.2')
})

test('files of other names are left alone', () => {
  open(1)
  const others = ['access.log.bak', 'other.log.2020-01-01', 'access.log.2020-01-01.gz']
  for (const name of others) writeFileSync(join(folder, 'logs', name), '')
  now += 10 * DAY_MS
  hourly?.()
  expect(names()).toEqual(expect.arrayContaining(others))
})

test('a file that cannot be opened fails at the start, one that goes later does not', async () => {
  writeFileSync(join(folder, 'logs'), '')
  expect(() => open()).toThrow('EEXIST')
  rmSync(join(folder, 'logs'))
  const kept = open()
  rmSync(join(folder, 'logs'), { recursive: true })
  now += DAY_MS
  kept.write('nowhere')
  expect(complaints.join('')).toContain('access log not written')
  expect(existsSync(file)).toBe(false)
})

test('what is no file has no pages to turn', async () => {
  file = '/dev/null'
  const kept = open()
  kept.write('gone')
  now += DAY_MS
  kept.write('gone')
  hourly?.()
  await kept.close()
  expect(existsSync('/dev/null.2026-11-21')).toBe(false)
  expect(complaints).toEqual([])
})
