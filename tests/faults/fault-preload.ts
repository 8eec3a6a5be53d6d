import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'
import { z } from 'zod'
import { injectedFaultSchema, FAULT_FILE, type InjectedFault } from './injected-fault.ts'

/*
 * This module is loaded into every thread of the real server before its own code
 * (`NODE_OPTIONS=--import=…`), and injects the fault of the fault file.
 */

const file = z.string().parse(process.env[FAULT_FILE])

if (isMainThread) watchCalls()
else watchCommits()

function readFault(): InjectedFault | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  return injectedFaultSchema.parse(JSON.parse(text))
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Kills the process; no thread runs any further. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function watchCalls(): void {
  const watch = (channel: string, when: 'before' | 'after') =>
    subscribe(channel, (message) => {
      const { request } = callSchema.parse(message)
      const fault = readFault()
      if (fault?.fault !== 'kill at call' || fault.when !== when) return
      if (request.method === fault.method && request.path.includes(fault.path)) die()
    })
  watch('http.client.request.start', 'before')
  watch('http.client.response.finish', 'after')
  watch('undici:request:create', 'before')
  watch('undici:request:headers', 'after')
}

const callSchema = z.object({ request: z.object({ method: z.string(), path: z.string() }) })

function watchCommits(): void {
  const { exec } = DatabaseSync.prototype
  let statements: string[] = []
  watchStatements((sql) => statements.push(sql))
  DatabaseSync.prototype.exec = function execWithFaults(sql) {
    const fault = readFault()
    applyFault(fault, sql)
    const isKill = sql === 'commit' && isKillAtCommit(fault, statements)
    if (isKill && fault.when === 'before') die()
    exec.call(this, sql)
    if (isKill) die()
    if (sql !== 'commit') statements = []
  }
}

type KillAtCommit = Extract<InjectedFault, { fault: 'kill at commit' }>

function isKillAtCommit(
  fault: InjectedFault | undefined,
  statements: readonly string[],
): fault is KillAtCommit {
  if (fault?.fault !== 'kill at commit') return false
  return statements.some((statement) => statement.includes(fault.statement))
}

function applyFault(fault: InjectedFault | undefined, sql: string): void {
  // In a worker, `process.exit` ends the thread alone.
  if (fault?.fault === 'end the writer' && sql === 'begin immediate') process.exit(0)
  if (fault?.fault !== 'fail' || fault.at !== sql) return
  const { errcode, message } = fault
  throw Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode, errstr: message })
}

function watchStatements(note: (sql: string) => void): void {
  const { all, run } = StatementSync.prototype
  StatementSync.prototype.all = new Proxy(all, {
    apply: (target, statement: StatementSync, values: Parameters<typeof all>) => {
      note(statement.sourceSQL)
      return target.apply(statement, values)
    },
  })
  StatementSync.prototype.run = new Proxy(run, {
    apply: (target, statement: StatementSync, values: Parameters<typeof run>) => {
      note(statement.sourceSQL)
      return target.apply(statement, values)
    },
  })
}
