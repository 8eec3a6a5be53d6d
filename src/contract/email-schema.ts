import { z } from 'zod'
import { MAX_EMAIL_LENGTH, readEmailAddress } from './email-address.ts'

const NO_EMAIL = 'Please enter an e-mail address.'

/** An e-mail address in a request; parsing gives it as `readEmailAddress` does. */
export const emailSchema = z
  .string(NO_EMAIL)
  .max(MAX_EMAIL_LENGTH, 'The e-mail address is too long. Please check it.')
  .meta({ format: 'email' })
  .transform((typed, context) => {
    const reading = readEmailAddress(typed)
    if ('address' in reading) return reading.address
    context.issues.push({ code: 'custom', message: reading.problem, input: typed })
    return z.NEVER
  })
