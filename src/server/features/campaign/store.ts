import { storedSettingsSchema, type StoredSettings } from '#contract/campaign/settings.ts'
import { writeEach, type Reader } from '#server/infra/database/database.ts'
import { toDisclaimer } from './resolve.ts'

/** The latest published settings; version 0 has none. */
export interface StoredVersion {
  version: number
  settings: StoredSettings
}

/** Returns the latest version that was published by a time, Unix ms; of all versions by default. */
export async function readLatest(
  reader: Reader,
  until = Number.MAX_SAFE_INTEGER,
): Promise<StoredVersion> {
  const row = await reader
    .selectFrom('campaign_versions')
    .select(['version', 'settings'])
    .where('published_at', '<=', until)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return { version: 0, settings: {} }
  return {
    version: row.version,
    settings: storedSettingsSchema.parse(JSON.parse(row.settings)),
  }
}

interface Publication {
  /** The version on which the change is based. */
  base: number
  /** The fields that change. */
  change: StoredSettings
  at: number
  /** The account id of the host; null for the campaign file. */
  by: string | null
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
        published_by: by,
      })
      // Another node may have published the same number a moment ago.
      .onConflict((conflict) => conflict.column('version').doNothing())
      .returning('version')
      .executeTakeFirst()
    return added?.version ?? null
  },
)

/** Returns whether the settings have the values of a change already. */
function isSame(settings: StoredSettings, change: StoredSettings): boolean {
  const now = new Map<string, unknown>(Object.entries(settings))
  return Object.entries(change).every(
    ([field, value]) => JSON.stringify(now.get(field)) === JSON.stringify(value),
  )
}
