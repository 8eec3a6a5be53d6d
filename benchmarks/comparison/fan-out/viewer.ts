import { connect, type Socket } from 'node:net'
import type { Protocol } from './protocols.ts'

/** The key of a change's version, which each kind of frame contains as it is. */
const KEY = Buffer.from('"version":')

/** One viewer over a bare socket. */
export interface Viewer {
  socket: Socket
  /** Calls `onChange` with the version of each change that arrives. */
  watch(onChange: (version: number) => void): void
}

/** Connects a viewer, and waits until it gets every change. */
export function openViewer(
  port: number,
  localAddress: string,
  { path, upgrades, steps }: Protocol,
): Promise<Viewer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`A viewer of port ${port} was sent away.`)))
    let text = ''
    let step = 0
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      for (let found = steps[step]; found && text.includes(found.awaits); found = steps[step]) {
        if (found.sends !== undefined) socket.write(found.sends)
        text = ''
        step += 1
      }
      if (step < steps.length) return
      socket.off('data', onData)
      resolve(toViewer(socket))
    }
    socket.on('data', onData)
    socket.write(formatRequest(port, path, upgrades))
  })
}

function toViewer(socket: Socket): Viewer {
  return {
    socket,
    watch: (onChange) => {
      let rest = Buffer.alloc(0)
      socket.removeAllListeners('data')
      socket.on('data', (chunk: Buffer) => {
        rest = readVersions(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), onChange)
      })
    },
  }
}

/** Calls `onChange` with each version in the bytes; returns those that may begin another. */
function readVersions(bytes: Buffer, onChange: (version: number) => void): Buffer<ArrayBuffer> {
  let from = 0
  for (;;) {
    const at = bytes.indexOf(KEY, from)
    if (at === -1) return Buffer.from(bytes.subarray(Math.max(from, bytes.length - KEY.length + 1)))
    const end = bytes.indexOf(',', at)
    if (end === -1) return Buffer.from(bytes.subarray(at))
    onChange(Number(bytes.toString('latin1', at + KEY.length, end)))
    from = end
  }
}

function formatRequest(port: number, path: string, upgrades: boolean): string {
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  const head = [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(upgrades ? upgrade : ['Accept: text/event-stream']),
  ]
  return [...head, '', ''].join('\r\n')
}
