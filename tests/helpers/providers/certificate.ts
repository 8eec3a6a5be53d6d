import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

export interface TestCertificate {
  pem: string
  privateKey: KeyObject
}

export interface CertificateOptions {
  validFrom: Date
  validTo: Date
  keyBits?: number
}

/** Creates a self-signed X.509 v1 certificate (RFC 5280 §4.1), which Node itself cannot make. */
export function makeCertificate({ validFrom, validTo, keyBits = 2048 }: CertificateOptions) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: keyBits })
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from('payments.test')))))
  const body = sequence(
    der(0x02, Buffer.from([1])),
    SHA256_WITH_RSA,
    name,
    sequence(time(validFrom), time(validTo)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]))
  const base64 = sequence(body, SHA256_WITH_RSA, signature).toString('base64')
  const pem = `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
  return { pem, privateKey } satisfies TestCertificate
}

const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex')

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts))
}

/** Encodes a GeneralizedTime, to the second. */
function time(date: Date): Buffer {
  const text = date
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:T]/g, '')
  return der(0x18, Buffer.from(text))
}

function der(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content])
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(length)
  return Buffer.concat([Buffer.from([0x82]), bytes])
}
