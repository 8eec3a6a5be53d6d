import { z } from 'zod'

/** The variable that names the file in which a fault is ordered; while it is absent all is well. */
export const FAULT_FILE = 'ROYALE_TEST_FAULT_FILE'

const whenSchema = z.enum(['before', 'after'])

/** What shall happen to the server's process. */
export const injectedFaultSchema = z.discriminatedUnion('fault', [
  /** It is killed around the first commit that contains a statement with this text. */
  z.object({ fault: z.literal('kill at commit'), when: whenSchema, statement: z.string() }),
  /** It is killed before it calls a provider so, or when the answer arrives. */
  z.object({
    fault: z.literal('kill at call'),
    when: whenSchema,
    method: z.string(),
    path: z.string(),
  }),
  /** SQLite fails so in the writer thread, each time. */
  z.object({
    fault: z.literal('fail'),
    at: z.enum(['begin immediate', 'commit']),
    errcode: z.int(),
    message: z.string(),
  }),
  /** The writer thread ends. */
  z.object({ fault: z.literal('end the writer') }),
])

export type InjectedFault = z.infer<typeof injectedFaultSchema>
