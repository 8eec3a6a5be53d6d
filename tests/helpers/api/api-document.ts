import { z } from 'zod'

const contentSchema = z.record(z.string(), z.looseObject({ schema: z.unknown() }))

const responseSchema = z.looseObject({
  $ref: z.string().optional(),
  headers: z.record(z.string(), z.unknown()).default({}),
  content: contentSchema.default({}),
})

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().default(false),
  schema: z.unknown(),
})

const operationSchema = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(parameterSchema).default([]),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), responseSchema),
  'x-events': z.record(z.string(), z.unknown()).default({}),
})

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ responses: z.record(z.string(), responseSchema) }),
  'x-common-headers': z.array(z.string()),
})

export type ApiOperation = z.infer<typeof operationSchema>
export type ApiResponse = z.infer<typeof responseSchema>
export type ApiContent = z.infer<typeof contentSchema>
export type ApiDocument = z.infer<typeof documentSchema>

/** Reads the server's description of its API, without the code that wrote it. */
export function parseApiDocument(json: string): ApiDocument {
  return documentSchema.parse(JSON.parse(json))
}
