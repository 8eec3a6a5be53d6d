import type { z } from 'zod'
import { AppError, isTransient } from '#contract/app-error.ts'
import { callApi, type ApiCall } from '#client/lib/api.ts'
import { hostSession } from '../session/host-session.ts'
import { connection } from './connection.ts'
import { stepUp } from './step-up.ts'

const NOT_UNDERSTOOD =
  'The server gave an answer that this page does not understand. Load the page again.'

/**
 * Calls a route of the host's side and parses its response. A request that changes something and
 * needs the second factor again asks for it, and is then repeated.
 *
 * @throws {AppError} with the server's code and sentence.
 */
export async function callHost<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  call: ApiCall = {},
): Promise<z.output<Schema>> {
  const isChange = (call.method ?? 'GET') !== 'GET'
  const body = await (isChange ? sendWithStepUp(path, call) : send(path, call))
  const { data, success, error } = schema.safeParse(body)
  if (!success) throw new AppError('unknown', NOT_UNDERSTOOD, { cause: error })
  return data
}

async function sendWithStepUp(path: string, call: ApiCall): Promise<unknown> {
  try {
    return await send(path, call)
  } catch (error) {
    if (!isStale(error)) throw error
  }
  await stepUp.request()
  return send(path, call)
}

async function send(path: string, call: ApiCall): Promise<unknown> {
  try {
    const body = await callApi<unknown>(path, call)
    connection.recordAnswer()
    return body
  } catch (error) {
    if (isTransient(error)) connection.recordFailure()
    else if (error instanceof AppError) {
      connection.recordAnswer()
      const isChange = (call.method ?? 'GET') !== 'GET'
      if (!(isChange && isStale(error))) hostSession.noteRefusal(error)
    }
    throw error
  }
}

function isStale(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'SECOND_FACTOR_STALE'
}
