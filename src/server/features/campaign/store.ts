import {
  CAMPAIGN_FIELDS,
  storedSettingsSchema,
  type CampaignField,
  type StoredSettings,
} from '#contract/campaign/settings.ts'
import type { AuditValues } from '#contract/host/audit.ts'
import { recordAudit, type AuditActor } from '#server/features/audit/audit.ts'
import { writeEach, type Reader, type Writer } from '#server/infra/database/database.ts'
import { toDisclaimer } from './resolve.ts'

/** The latest published settings; version 0 has none. */
export interface StoredVersion {
  version: number
  settings: StoredSettings
}

/** A version, and when it was published, Unix ms. */
interface PublishedVersion extends StoredVersion {
  publishedAt: number
}

/** Returns the latest version. */
export async function readLatest(reader: Reader): Promise<StoredVersion> {
  const { version, settings } = await readPublished(reader, Number.MAX_SAFE_INTEGER)
  return { version, settings }
}

async function readPublished(reader: Reader, until: number): Promise<PublishedVersion> {
  const row = await reader
    .selectFrom('campaign_versions')
    .select(['version', 'settings', 'published_at'])
    .where('published_at', '<=', until)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return { version: 0, settings: {}, publishedAt: 0 }
  return {
    version: row.version,
    settings: storedSettingsSchema.parse(JSON.parse(row.settings)),
    publishedAt: row.published_at,
  }
}

/**
 * Returns the latest version that was published by each of the times, Unix ms. One query is enough
 * unless a version was published between two of them.
 */
export async function readLatestAt(
  reader: Reader,
  times: readonly number[],
): Promise<Map<number, StoredVersion>> {
  const found = new Map<number, StoredVersion>()
  let last: PublishedVersion | undefined
  for (const time of times.toSorted((one, other) => other - one)) {
    if (last === undefined || last.publishedAt > time) last = await readPublished(reader, time)
    found.set(time, last)
  }
  return found
}

interface Publication {
  /** The version on which the change is based. */
  base: number
  /** The fields that change. */
  change: StoredSettings
  at: number
  /** The host; null for the campaign file. */
  by: AuditActor | null
}

/**
 * Adds a version with the changed fields; a change of nothing adds none. Returns the number of the
 * version that now holds the change, or null if the latest version is not the base.
 */
export const publishVersion = writeEach(
  'campaign.publish',
  async (writer, { base, change, at, by }: Publication): Promise<number | null> => {
    const { version, settings } = await readLatest(writer)
    if (version !== base) return null
    if (isSame(settings, change)) return version
    const next = { ...settings, ...change }
    const added = await writer
      .insertInto('campaign_versions')
      .values({
        version: version + 1,
        settings: JSON.stringify(next),
        disclaimer_version: toDisclaimer(next.disclaimer?.points).version,
        published_at: at,
        published_by: by?.id ?? null,
      })
      // Another node may have published the same number a moment ago.
      .onConflict((conflict) => conflict.column('version').doNothing())
      .returning('version')
      .executeTakeFirst()
    if (added === undefined) return null
    if (by !== null) await record(writer, { by, at, version: added.version, settings, change })
    return added.version
  },
)

/** Records the fields that a host has changed, in the transaction that publishes them. */
async function record(
  writer: Writer,
  publication: {
    by: AuditActor
    at: number
    version: number
    settings: StoredSettings
    change: StoredSettings
  },
): Promise<void> {
  const { by, at, version, settings, change } = publication
  const changed = CAMPAIGN_FIELDS.filter(
    (field) => field in change && !isSame(settings, { [field]: change[field] }),
  )
  await recordAudit(writer, {
    at,
    actor: by,
    action: 'campaign.published',
    subject: { kind: 'campaign', id: String(version) },
    before: pick(settings, changed),
    after: pick(change, changed),
  })
}

function pick(settings: StoredSettings, fields: readonly CampaignField[]): AuditValues {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = settings[field]
      return value === undefined ? [] : [[field, value]]
    }),
  )
}

/** Returns whether the settings have the values of a change already. */
function isSame(settings: StoredSettings, change: StoredSettings): boolean {
  const now = new Map<string, unknown>(Object.entries(settings))
  return Object.entries(change).every(
    ([field, value]) => JSON.stringify(now.get(field)) === JSON.stringify(value),
  )
}
