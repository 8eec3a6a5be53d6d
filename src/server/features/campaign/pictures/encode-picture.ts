import { AppError } from '#contract/app-error.ts'

/** The longest edge of a stored picture, in pixels. */
const MAX_EDGE = 1_200
const MAX_PIXELS = 40_000_000
const TIMEOUT_S = 10

/** The first bytes of the formats that are read; SVG, which can hold scripts, is none of them. */
const SIGNATURES: readonly RegExp[] = [
  /^\x89PNG\r\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
]

/**
 * Decodes an uploaded picture and encodes it anew as WebP: without metadata, the first frame alone,
 * at most 1,200 pixels wide and high. Nothing of the uploaded bytes stays.
 */
export async function encodePicture(upload: Buffer): Promise<Buffer> {
  const start = upload.subarray(0, 12).toString('latin1')
  if (!SIGNATURES.some((signature) => signature.test(start))) {
    throw new AppError('invalid-argument', 'The picture must be a PNG, JPEG, WebP or GIF file.')
  }
  // Loaded only when a host uploads a picture: it takes 20 MB.
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: TIMEOUT_S })
      .rotate()
      .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (cause) {
    throw new AppError(
      'invalid-argument',
      'The picture cannot be read: it is damaged, or has more than 40 million pixels.',
      { cause },
    )
  }
}
