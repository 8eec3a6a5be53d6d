import { AppError } from '#contract/app-error.ts'
import { MAX_PICTURE_BYTES, pictureSchema } from '#contract/campaign/picture.ts'
import { errorBodySchema } from '#contract/errors.ts'
import { HOST_ROUTES } from '#contract/host/routes.ts'

const TIMEOUT_MS = 60_000

const UNREACHABLE = 'The picture could not be sent. Check your internet connection and try again.'

/**
 * Uploads a picture and returns the path under which it is shown.
 *
 * @throws {AppError} with a sentence that says what is wrong with the picture.
 */
export async function uploadPicture(file: File): Promise<string> {
  if (file.size > MAX_PICTURE_BYTES) {
    throw new AppError('invalid-argument', 'The picture is larger than 5 MB: choose a smaller one.')
  }
  const response = await send(file)
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return pictureSchema.parse(body).picture
  const { data } = errorBodySchema.safeParse(body)
  if (data === undefined) throw new AppError('unavailable', UNREACHABLE)
  throw new AppError(data.error.code, data.error.message)
}

async function send(file: File): Promise<Response> {
  try {
    return await fetch(HOST_ROUTES.pictures, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': file.type.startsWith('image/') ? file.type : 'image/png' },
      body: file,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (cause) {
    throw new AppError('unavailable', UNREACHABLE, { cause })
  }
}
