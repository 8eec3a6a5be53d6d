import { STATUS_CODES } from 'node:http'
import { z } from 'zod'

const responseSchema = z.looseObject({
  headers: z.record(z.string(), z.unknown()).optional(),
  content: z.record(z.string(), z.unknown()).optional(),
})

type Response = z.infer<typeof responseSchema>

const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), responseSchema) })),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})

export type ApiDocument = z.infer<typeof documentSchema>

/** The library's name for what is inside recursive schemas; ours are all `z.json()`. */
const RECURSION = '#/components/schemas/__shared#'

const JSON_VALUE = { description: 'Any JSON value.' }

/** Returns the document with its failures and recursions as components, and no unused component. */
export function tidyDocument(document: object): ApiDocument {
  const parsed = documentSchema.parse(JSON.parse(JSON.stringify(document, tidyValue)))
  const failures: Record<string, Response> = {}
  for (const { responses } of Object.values(parsed.paths).flatMap(Object.values<Operation>)) {
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue
      const name = nameFailure(status, response)
      failures[name] = response
      responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  const { schemas, ...others } = parsed.components
  const components = {
    ...others,
    schemas: { ...schemas, JsonValue: JSON_VALUE },
    responses: failures,
  }
  const used = JSON.stringify([parsed.paths, failures])
  return { ...parsed, components: { ...components, schemas: pickUsed(components.schemas, used) } }
}

type Operation = ApiDocument['paths'][string][string]

function tidyValue(key: string, value: unknown): unknown {
  // zod writes the limits of JavaScript's integers, which tell nothing of a field.
  if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) return undefined
  if (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) return undefined
  const isRecursion = key === '$ref' && String(value).startsWith(RECURSION)
  return isRecursion ? '#/components/schemas/JsonValue' : value
}

/** Returns a name that is the same for the same failure: `BadRequest`, `BadRequestOrRefusal`. */
function nameFailure(status: string, response: Response): string {
  const { headers = {}, content = {} } = response
  const words = [
    (STATUS_CODES[status] ?? status).replaceAll(/\W/g, ''),
    JSON.stringify(content).includes('Refusal') ? 'OrRefusal' : '',
    'text/html' in content ? 'OrPage' : '',
    'set-cookie' in headers ? 'WithCookie' : '',
  ]
  return words.join('')
}

/** Returns the schemas to which a text refers, and those to which these refer in turn. */
function pickUsed(schemas: Record<string, unknown>, text: string): Record<string, unknown> {
  const used = Object.entries(schemas).filter(([name]) => text.includes(`/schemas/${name}"`))
  const picked = Object.fromEntries(used)
  const found = JSON.stringify(picked)
  return text.endsWith(found) ? picked : pickUsed(schemas, text + found)
}
