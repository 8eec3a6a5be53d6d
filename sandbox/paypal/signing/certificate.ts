import { generateKeyPairSync, sign } from 'node:crypto'

const KEY_BITS = 2048

/** The start of validity, before any time that a test sets. */
const VALID_FROM = '20000101000000Z'
const VALID_TO = '20991231235959Z'

/** DER tags: https://www.rfc-editor.org/rfc/rfc5280#section-4.1 */
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8_STRING = 0x0c
const GENERALIZED_TIME = 0x18
const SEQUENCE = 0x30
const SET = 0x31

/** Object identifiers, each with its tag and length. */
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SHA256_WITH_RSA = Buffer.from('06092a864886f70d01010b', 'hex')
const NULL = Buffer.from('0500', 'hex')

/** Creates a key and its self-signed certificate, both as PEM. Node creates keys only. */
export function makeSigningKey(commonName: string): { privateKey: string; certificate: string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: KEY_BITS })
  const algorithm = der(SEQUENCE, SHA256_WITH_RSA, NULL)
  const name = der(
    SEQUENCE,
    der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(commonName)))),
  )
  const validity = der(SEQUENCE, time(VALID_FROM), time(VALID_TO))
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' })
  const serial = der(INTEGER, Buffer.from([1]))
  // Issuer and subject are the same. Version 1, which has no extensions, is not encoded.
  const content = der(SEQUENCE, serial, algorithm, name, validity, name, subjectKey)
  const signature = sign('sha256', content, privateKey)
  const certificate = der(SEQUENCE, content, algorithm, bitString(signature))
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    certificate: toPem(certificate),
  }
}

function time(text: string): Buffer {
  return der(GENERALIZED_TIME, Buffer.from(text))
}

/** Encodes a bit string of whole bytes, without unused bits. */
function bitString(bytes: Buffer): Buffer {
  return der(BIT_STRING, Buffer.from([0]), bytes)
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content])
}

/**
 * Encodes a length: up to 127 in one byte, beyond that in two bytes after a byte with their number.
 */
function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  return Buffer.from([0x82, length >> 8, length & 0xff])
}

function toPem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
