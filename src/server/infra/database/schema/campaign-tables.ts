/** The published versions of the campaign; append-only. */
export interface CampaignVersionsTable {
  /** Counts from 1. */
  version: number
  /** The settings as JSON: the fields that a host or the campaign file has set. */
  settings: string
  /** The version of the disclaimer that these settings show, as donations name it. */
  disclaimer_version: string
  published_at: number
  /** The account id of the host; null if the campaign file set it. */
  published_by: string | null
}

/** Uploaded pictures, encoded by the server; the oldest are removed. */
export interface CampaignPicturesTable {
  /** The SHA-256 of the content, in hex. */
  hash: string
  webp: Uint8Array
  uploaded_at: number
}
