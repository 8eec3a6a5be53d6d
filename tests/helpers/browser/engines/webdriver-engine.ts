import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { freePort } from '../../network/free-port.ts'
import type { EngineBrowser, Tab } from './engine.ts'

/** The key of an element in JSON: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const SCREEN = '1500x1000x24'

const responseSchema = z.object({ value: z.unknown() })
const failureSchema = z.object({ error: z.string(), message: z.string() })
const elementSchema = z.object({ [ELEMENT]: z.string() })
const handlesSchema = z.array(z.string())

/** Sends a command of W3C WebDriver. */
type Send = (path: string, body?: object, method?: 'GET' | 'POST' | 'DELETE') => Promise<unknown>

export interface WebDriverOptions {
  driver: string
  screen: string
  capabilities: object
  env: Record<string, string>
}

/** Opens a browser over W3C WebDriver, on a screen of its own. */
export async function openWithWebDriver(options: WebDriverOptions): Promise<EngineBrowser> {
  const screen = await startScreen(options.screen)
  const port = await freePort()
  const driver = spawn(options.driver, [`--port=${port}`], {
    env: { ...process.env, ...options.env, DISPLAY: screen.display },
    stdio: 'ignore',
  })
  const stop = async () => {
    await end(driver)
    await end(screen.process)
  }
  try {
    const send = connect(`http://127.0.0.1:${port}`)
    const session = await openSession(send, options.capabilities)
    return await toBrowser(session, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function toBrowser(send: Send, stop: () => Promise<void>): Promise<EngineBrowser> {
  const first = z.string().parse(await send('/window'))
  const tab = toTab(send, first)
  await tab.resize(1440, 900)
  return {
    tab,
    waitForPopup: async () => {
      for (;;) {
        const handles = handlesSchema.parse(await send('/window/handles'))
        const other = handles.find((handle) => handle !== first)
        if (other !== undefined) return toTab(send, other)
        await pause(50)
      }
    },
    errors: [],
    close: async () => {
      try {
        await send('', undefined, 'DELETE')
      } finally {
        await stop()
      }
    },
  }
}

function toTab(sendToAny: Send, handle: string): Tab {
  const send: Send = async (path, body) => {
    await sendToAny('/window', { handle })
    return sendToAny(path, body)
  }
  const evaluate = (expression: string) =>
    send('/execute/sync', { script: `return ${expression}`, args: [] })
  const find = async (expression: string) =>
    elementSchema.safeParse(await evaluate(expression)).data?.[ELEMENT]
  return {
    open: async (url) => void (await send('/url', { url })),
    evaluate,
    click: async (expression) => {
      const id = await find(expression)
      if (id !== undefined) await send(`/element/${id}/click`, {})
      return id !== undefined
    },
    type: async (expression, text) => {
      const id = await find(expression)
      if (id === undefined) return false
      await send(`/element/${id}/clear`, {})
      await send(`/element/${id}/value`, { text })
      return true
    },
    resize: async (width, height) => void (await send('/window/rect', { width, height })),
    screenshot: async (file) =>
      writeFile(file, Buffer.from(String(await send('/screenshot')), 'base64')),
  }
}

function connect(origin: string): Send {
  return async (path, body, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(origin + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = responseSchema.parse(await response.json())
    const failure = failureSchema.safeParse(value).data
    if (!response.ok) throw new Error(`${failure?.error}: ${failure?.message}`)
    return value
  }
}

/** Returns what sends commands of a new session. */
async function openSession(send: Send, alwaysMatch: object): Promise<Send> {
  const created = await whenReady(() => send('/session', { capabilities: { alwaysMatch } }))
  const { sessionId } = z.object({ sessionId: z.string() }).parse(created)
  return (path, ...rest) => send(`/session/${sessionId}${path}`, ...rest)
}

/** Repeats a request until the driver listens. */
async function whenReady(request: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await request()
    } catch (error) {
      if (tries === 100 || !(error instanceof TypeError)) throw error
      await pause(100)
    }
  }
}

async function startScreen(command: string): Promise<{ display: string; process: ChildProcess }> {
  // Xvfb takes the first free number and tells it.
  const screen = spawn(command, ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = await once(screen.stdout, 'data')
  return { display: `:${String(number).trim()}`, process: screen }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** Returns the first of the paths that exists. */
export function findFile(paths: readonly string[]): string | undefined {
  return paths.find((path) => existsSync(path))
}
