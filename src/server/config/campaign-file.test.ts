import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'royale-campaign-'))
  path = join(folder, 'campaign.json')
})

afterEach(() => rmSync(folder, { recursive: true }))

function start(content: unknown) {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return parseConfig({ CAMPAIGN_FILE: path }).campaignFile
}

test('the file sets the fields that it has', () => {
  expect(start({ title: ' Gala ', links: { terms: null, privacy: '', imprint: null } })).toEqual({
    path,
    settings: { title: 'Gala', links: { terms: null, privacy: null, imprint: null } },
  })
})

test('without the variable there is none', () => {
  expect(parseConfig({}).campaignFile).toBeUndefined()
})

test.each([
  ['{', 'the file is not valid JSON.'],
  [[], 'the file must hold one JSON object.'],
  [{ tittle: 'Gala' }, 'the campaign has no field tittle.'],
  [{ title: '' }, 'its field title is wrong. The title must have 1 to 60 characters.'],
  [
    { recipient: { name: 'Hospital', contact: 'x'.repeat(201) } },
    'its field recipient.contact is wrong. The contact of the recipient must have at most 200 characters.',
  ],
  [
    { amounts: { minCents: 100, maxCents: 1_000_001, defaultCents: 500, chipsCents: [] } },
    'its field amounts.maxCents must be at most MAX_DONATION_CENTS, which is $10,000.00.',
  ],
])('%j stops the start with a sentence that names the field', (content, reason) => {
  expect(() => start(content)).toThrow(`CAMPAIGN_FILE cannot be "${path}": ${reason}`)
})

test('a missing file stops the start', () => {
  expect(() => parseConfig({ CAMPAIGN_FILE: path })).toThrow(
    `CAMPAIGN_FILE cannot be "${path}": there is no such file that this user can read.`,
  )
})
