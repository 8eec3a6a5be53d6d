import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import {
  parseApiDocument,
  type ApiContent,
  type ApiDocument,
  type ApiOperation,
  type ApiResponse,
} from './api-document.ts'

/** A request and its response, as they were on the wire. */
export interface Exchange {
  method: string
  /** The path with its query. */
  url: string
  /** Header names are in lower case. */
  requestHeaders: Readonly<Record<string, unknown>>
  requestBody: string | undefined
  status: number
  headers: Readonly<Record<string, unknown>>
  /** Undefined if it was not read. */
  body: string | undefined
}

/**
 * Compares what a server does with its description of its API. It reads the description with a
 * validator of JSON Schema that has nothing in common with the server's own schemas.
 */
export class ApiCheck {
  readonly document: ApiDocument
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false })
  readonly #paths: { pattern: RegExp; operations: Record<string, ApiOperation> }[]

  constructor(json: string) {
    this.document = parseApiDocument(json)
    ajvFormats.default(this.#ajv)
    this.#ajv.addFormat('binary', true)
    this.#ajv.addSchema({ $id: 'api', ...this.document })
    this.#paths = Object.entries(this.document.paths)
      // A path with parameters comes after those that it would match too.
      .toSorted(([one], [other]) => Number(one.includes('{')) - Number(other.includes('{')))
      .map(([path, operations]) => ({ pattern: toPattern(path), operations }))
  }

  /** Returns sentences about the differences between an exchange and the description. */
  compare(exchange: Exchange): string[] {
    const { method, status } = exchange
    const url = new URL(exchange.url, 'http://server')
    const found = this.#paths.find(({ pattern }) => pattern.test(url.pathname))
    const operation = found?.operations[method.toLowerCase()]
    const name = `${method} ${url.pathname} ${status}`
    if (operation === undefined) {
      const isRefused = status === 404 || status === 405
      return isRefused || !url.pathname.startsWith('/api/') ? [] : [`${name}: no such operation`]
    }
    const differences = [
      ...this.#compareResponse(operation, exchange),
      ...(status < 400 ? this.#compareRequest(operation, exchange, url) : []),
    ]
    return differences.map((difference) => `${name}: ${difference}`)
  }

  /** Returns sentences about the differences between an event of a stream and the description. */
  compareEvent(path: string, event: string, data: string): string[] {
    const { [event]: schema } = this.document.paths[path]?.['get']?.['x-events'] ?? {}
    return schema === undefined
      ? [`${path}: no such event: ${event}`]
      : this.#compareJson(schema, data).map((difference) => `${path} ${event}: ${difference}`)
  }

  #compareResponse({ responses }: ApiOperation, { status, headers, body }: Exchange): string[] {
    const response = this.#resolve(responses[String(status)])
    if (response === undefined) return ['a status that is not described']
    const known = new Set([...this.document['x-common-headers'], ...Object.keys(response.headers)])
    const unknown = Object.keys(headers).filter((header) => !known.has(header))
    return [
      ...unknown.map((header) => `a header that is not described: ${header}`),
      ...(body === undefined || body === ''
        ? []
        : this.#compareBody(response.content, headers, body)),
    ]
  }

  #compareRequest(operation: ApiOperation, exchange: Exchange, url: URL): string[] {
    const { parameters, requestBody } = operation
    const { requestHeaders, requestBody: body } = exchange
    const query = parameters.filter((parameter) => parameter.in === 'query')
    const names = new Set(query.map(({ name }) => name))
    const extra = [...url.searchParams.keys()].filter((name) => !names.has(name))
    const missing = parameters.filter(
      ({ in: place, name, required }) =>
        required &&
        ((place === 'query' && !url.searchParams.has(name)) ||
          (place === 'header' && requestHeaders[name] === undefined)),
    )
    return [
      ...extra.map((name) => `a query parameter that is not described: ${name}`),
      ...missing.map(({ name }) => `it succeeded without the required ${name}`),
      ...(requestBody === undefined || body === undefined || body === ''
        ? []
        : this.#compareBody(requestBody.content, requestHeaders, body)),
    ]
  }

  #compareBody(content: ApiContent, headers: Exchange['headers'], body: string): string[] {
    const type = String(headers['content-type']).split(';')[0] ?? ''
    const key = Object.keys(content).find((one) => toPattern(one).test(type))
    if (key === undefined) return [`a body of a type that is not described: ${type}`]
    if (type !== 'application/json') return []
    return this.#compareJson(content[key]?.schema, body)
  }

  #compareJson(schema: unknown, json: string): string[] {
    const validate = this.#validatorOf(schema)
    validate(JSON.parse(json))
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  readonly #validators = new Map<unknown, ValidateFunction>()

  #validatorOf(schema: unknown): ValidateFunction {
    const known = this.#validators.get(schema)
    if (known !== undefined) return known
    const text = JSON.stringify(schema ?? {}).replaceAll('"#/components', '"api#/components')
    const validate = this.#ajv.compile(JSON.parse(text))
    this.#validators.set(schema, validate)
    return validate
  }

  #resolve(response: ApiResponse | undefined): ApiResponse | undefined {
    const name = response?.$ref?.replace('#/components/responses/', '')
    return name === undefined ? response : this.document.components.responses[name]
  }
}

/** Matches a path with its parameters, or a media type with its wildcard. */
function toPattern(template: string): RegExp {
  const parts = template.split(/\{\w+\}|\*/).map((part) => RegExp.escape(part))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}

/** Returns an injected request and its response as the check takes them. */
export function toExchange(request: InjectOptions, answer: LightMyRequestResponse): Exchange {
  const { payload, headers = {} } = request
  const isJson = typeof payload === 'object' && !Buffer.isBuffer(payload)
  return {
    method: request.method ?? 'GET',
    url: typeof request.url === 'string' ? request.url : '/',
    requestHeaders: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
    requestBody: isJson ? JSON.stringify(payload) : undefined,
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body,
  }
}
