/** A parsed mail. */
export interface ReceivedMail {
  /** The headers by name in lower case, unfolded and decoded. */
  headers: ReadonlyMap<string, string>
  text: string
  html: string | undefined
}

/** Parses a message into its headers, its plain part and its HTML part. */
export function readMail(raw: string): ReceivedMail {
  const { headers, body } = splitPart(raw)
  const parts = listParts(headers, body)
  const find = (type: string) =>
    parts.find((part) => part.headers.get('content-type')?.startsWith(type))
  const text = find('text/plain')
  const html = find('text/html')
  return { headers, text: text ? decodeBody(text) : '', html: html && decodeBody(html) }
}

interface Part {
  headers: Map<string, string>
  body: string
}

function listParts(headers: Map<string, string>, body: string): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) return [{ headers, body }]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.trimStart()))
}

function splitPart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
  })
  return { headers: new Map(headers), body: raw.slice(end + 4) }
}

/** Decodes encoded words: https://www.rfc-editor.org/rfc/rfc2047 */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, encoding: string, content: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString()
        : decodeQuotedPrintable(content.replaceAll('_', ' ')),
    )
}

function decodeBody({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')
  const content = body.replaceAll('\r\n', '\n')
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(content)
  return encoding === 'base64' ? Buffer.from(content, 'base64').toString() : content
}

function decodeQuotedPrintable(content: string): string {
  const bytes = content
    .replaceAll('=\n', '')
    .replaceAll(/=([\dA-F]{2})/gi, (_code, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
