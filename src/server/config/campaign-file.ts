import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { campaignFileSchema } from '#contract/campaign/settings.ts'
import { formatAmount } from '#contract/money.ts'
import type { CampaignFile } from '#server/features/campaign/campaign.ts'
import { ConfigError } from './config-error.ts'

/** Reads the campaign's settings; throws a ConfigError that names the first wrong field. */
export function readCampaignFile(path: string, maxCents: number): CampaignFile {
  const parsed = campaignFileSchema.safeParse(parse(path, read(path)))
  if (!parsed.success) throw wrongField(path, parsed.error)
  const { amounts } = parsed.data
  if (amounts !== undefined && amounts.maxCents > maxCents) {
    throw refuse(
      path,
      `its field amounts.maxCents must be at most MAX_DONATION_CENTS, which is ${formatAmount(maxCents)}`,
    )
  }
  return { path, settings: parsed.data }
}

const NO_FILE = 'there is no such file that this user can read'

function read(path: string): string {
  try {
    // Reading a pipe would never end.
    if (statSync(path).isFile()) return readFileSync(path, 'utf8')
  } catch (cause) {
    throw refuse(path, NO_FILE, cause)
  }
  throw refuse(path, NO_FILE)
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refuse(path, 'the file is not valid JSON', cause)
  }
}

function wrongField(path: string, { issues: [issue] }: z.ZodError): ConfigError {
  if (issue?.code === 'unrecognized_keys') {
    const field = [...issue.path, issue.keys[0]].join('.')
    return refuse(path, `the campaign has no field ${field}`)
  }
  const field = issue?.path.join('.') ?? ''
  if (field === '') return refuse(path, 'the file must hold one JSON object')
  const sentence = (issue?.message ?? '').replace(/\.$/, '')
  return refuse(path, `its field ${field} is wrong. ${sentence}`)
}

function refuse(path: string, reason: string, cause?: unknown): ConfigError {
  return new ConfigError(`CAMPAIGN_FILE cannot be "${path}": ${reason}.`, { cause })
}
