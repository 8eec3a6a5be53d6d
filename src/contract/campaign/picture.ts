import { z } from 'zod'

/** The largest file that can be uploaded as a picture, in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** The response of `POST /api/host/campaign/pictures`: the path under which the picture is shown. */
export const pictureSchema = z.object({ picture: z.string() })
