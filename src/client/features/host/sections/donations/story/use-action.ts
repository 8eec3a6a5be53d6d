import type { z } from 'zod'
import type { ApiCall } from '#client/lib/api.ts'
import { useTask, type Task } from '#client/ui/form/use-task.ts'
import { callHost } from '../../../api/call-host.ts'
import { changes } from '../../../api/changes.ts'

/** Sends a request, and has what is shown fetched again. */
type Send = (path: string, schema: z.ZodType, call: ApiCall) => Promise<void>

/** An action of the host that runs, or that failed with a sentence. */
export interface Action {
  task: Task
  /** For an action that runs already, as that of a form. */
  send: Send
  /** Runs the request as the action; returns whether it succeeded. */
  run: (...request: Parameters<Send>) => Promise<boolean>
}

export function useAction(): Action {
  const task = useTask()
  return { task, send, run: (...request) => task.run(() => send(...request)) }
}

const send: Send = async (path, schema, call) => {
  await callHost(path, schema, call)
  changes.announce(['donations', 'money', 'texts'])
}
