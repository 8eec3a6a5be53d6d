import { z } from 'zod'

/** The first file of a backup, which describes the others. */
export const MANIFEST_NAME = 'manifest.json'

/** The name of the database in a backup and in the data folder. */
export const DATABASE_NAME = 'royale.db'

const PART_NAMES = [DATABASE_NAME, 'secrets.json', 'sandbox.json', 'campaign.json'] as const

export type PartName = (typeof PART_NAMES)[number]

const livemode = z.union([z.literal(0), z.literal(1)])
const count = z.int().nonnegative()

/** The counts of a database, with which a copy can be compared. */
export const figuresSchema = z.object({
  /** The id of the installation. */
  installation: z.string(),
  /** The newest migration of the schema. */
  schema: z.string(),
  /** The number of rows of each table. */
  tables: z.record(z.string(), count),
  ledger: z.object({
    entries: z.array(z.object({ livemode, kind: z.string(), count, cents: z.int() })),
    donations: z.array(z.object({ livemode, count, cents: z.int() })),
  }),
})

export type Figures = z.infer<typeof figuresSchema>

const partSchema = z.object({
  name: z.enum(PART_NAMES),
  /** The size, bytes. */
  size: count,
  sha256: z.string().regex(/^[\da-f]{64}$/),
})

export type PartFacts = z.infer<typeof partSchema>

export const manifestSchema = z.object({
  /** The version of this format. */
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The version of the program that made the backup. */
  version: z.string(),
  payments: z.enum(['sandbox', 'test', 'live']),
  figures: figuresSchema,
  parts: z.array(partSchema),
})

export type Manifest = z.infer<typeof manifestSchema>
