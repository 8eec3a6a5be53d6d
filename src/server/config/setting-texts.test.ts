import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { digestSettings, findChanged } from '#server/infra/setting-digests.ts'
import { parseConfig } from '../config.ts'
import { listSettingTexts } from './setting-texts.ts'

const KEYS = {
  PAYMENTS: 'test',
  STRIPE_SECRET_KEY: `sk_test_${'a1B2c3D4'.repeat(3)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'a1B2c3D4'.repeat(3)}`,
}

const digest = (variables: Record<string, string>, key = 'a key') =>
  digestSettings(listSettingTexts(parseConfig(variables)), key)

const compare = (before: Record<string, string>, now: Record<string, string>) =>
  findChanged(digest(before), digest(now))

test('settings that are changed, added or taken away are named', () => {
  expect(compare(KEYS, KEYS)).toEqual([])
  const key = `sk_test_${'z9Y8x7W6'.repeat(3)}`
  expect(compare(KEYS, { ...KEYS, STRIPE_SECRET_KEY: key })).toEqual(['STRIPE_SECRET_KEY'])
  expect(compare(KEYS, { PAYMENTS: 'sandbox' })).toEqual([
    'PAYMENTS',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ])
  expect(compare({ ...KEYS, SMTP_URL: 'smtp://one' }, KEYS)).toEqual(['SMTP_URL'])
})

test.each([
  ['a default', { PORT: '3000', HOST: '127.0.0.1', MAX_DONATION_CENTS: '1000000' }],
  ['the default address', { PUBLIC_URL: 'http://localhost:3000' }],
  ['the mode that follows from the keys', { PAYMENTS: 'sandbox' }],
])('%s that is written out is no change', (_, written) => {
  expect(compare({}, written)).toEqual([])
})

test('a default address that moves with its port is one', () => {
  expect(compare({}, { PORT: '3001' })).toEqual(['PORT', 'PUBLIC_URL'])
})

test.each(['BACKUP_DIR', 'ACCESS_LOG', 'CAMPAIGN_FILE'])(
  'another way to write the path of %s is no change',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'setting-texts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'one')
    writeFileSync(path, '{}')
    expect(compare({ [name]: path }, { [name]: relative('', path) })).toEqual([])
    expect(compare({ [name]: path }, {})).toContain(name)
  },
)

test.each([
  { DATA_DIR: '/srv/data' },
  { LOG_LEVEL: 'debug' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' },
  { OTEL_SDK_DISABLED: 'true' },
])('what a command may have otherwise for itself is not compared: %j', (own) => {
  expect(compare({}, own)).toEqual([])
})

test('keys that the sandbox does not use are not compared', () => {
  expect(compare({ PAYMENTS: 'sandbox' }, { ...KEYS, PAYMENTS: 'sandbox' })).toEqual([])
})

test('a digest tells nothing without its key', () => {
  const digests = digest(KEYS)
  expect(JSON.stringify(digests)).not.toContain('a1B2c3D4')
  expect(digest(KEYS, 'another key')['STRIPE_SECRET_KEY']).not.toBe(digests['STRIPE_SECRET_KEY'])
})
