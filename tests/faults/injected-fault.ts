import { z } from 'zod'

/** The variable that names the file of the fault to inject; without the file there is none. */
export const FAULT_FILE = 'ROYALE_TEST_FAULT_FILE'

const whenSchema = z.enum(['before', 'after'])

/** The faults that can be injected into the server's process. */
export const injectedFaultSchema = z.discriminatedUnion('fault', [
  /** Kills the server around the first commit that contains a statement with this text. */
  z.object({ fault: z.literal('kill at commit'), when: whenSchema, statement: z.string() }),
  /** Kills the server before this call of a provider, or when its response arrives. */
  z.object({
    fault: z.literal('kill at call'),
    when: whenSchema,
    method: z.string(),
    path: z.string(),
  }),
  /** Makes SQLite fail in the writer thread, each time. */
  z.object({
    fault: z.literal('fail'),
    at: z.enum(['begin immediate', 'commit']),
    errcode: z.int(),
    message: z.string(),
  }),
  /** Ends the writer thread. */
  z.object({ fault: z.literal('end the writer') }),
])

export type InjectedFault = z.infer<typeof injectedFaultSchema>
