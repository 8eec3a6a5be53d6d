import { writeEach, type Reader } from '#server/infra/database/database.ts'

/** The most pictures that are kept besides the published one. */
const MAX_PICTURES = 20

interface Upload {
  hash: string
  webp: Uint8Array
  at: number
  /** The hash of the published picture, which is never removed; null if there is none. */
  published: string | null
}

/** Stores a picture, and removes the oldest beyond the limit. */
export const storePicture = writeEach(
  'campaign.storePicture',
  async (writer, { hash, webp, at, published }: Upload): Promise<null> => {
    await writer
      .insertInto('campaign_pictures')
      .values({ hash, webp, uploaded_at: at })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ uploaded_at: at }))
      .execute()
    const kept = writer
      .selectFrom('campaign_pictures')
      .select('hash')
      .orderBy('uploaded_at', 'desc')
      .orderBy('hash')
      .limit(MAX_PICTURES)
    await writer
      .deleteFrom('campaign_pictures')
      .where('hash', 'not in', kept)
      .where('hash', '!=', published ?? '')
      .execute()
    return null
  },
)

export async function findPicture(reader: Reader, hash: string): Promise<Uint8Array | undefined> {
  const row = await reader
    .selectFrom('campaign_pictures')
    .select('webp')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.webp
}

export async function hasPicture(reader: Reader, hash: string): Promise<boolean> {
  const row = await reader
    .selectFrom('campaign_pictures')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}
