import { connect, type Socket } from 'node:net'

/** A crowd of viewers on the live stream, each over a bare socket. */
export interface Crowd {
  /**
   * Returns the times at which the viewers got the frame that contains `text`, as
   * `performance.now()`.
   */
  arrivalsOf(text: string): Promise<number[]>
  /** Calls `listener` with everything that any viewer receives. */
  onText(listener: (text: string) => void): void
  leave(): void
}

/** Connects viewers and waits until each has its snapshot. */
export async function gatherCrowd(port: number, count: number): Promise<Crowd> {
  const sockets: Socket[] = []
  for (let at = 0; at < count; at += 100) {
    // One address may open only so many streams.
    const localAddress = `127.0.0.${2 + Math.floor(at / 1_000)}`
    const some = Array.from({ length: Math.min(100, count - at) }, () =>
      openStream(port, localAddress),
    )
    sockets.push(...(await Promise.all(some)))
  }
  return {
    arrivalsOf: (text) => Promise.all(sockets.map((socket) => arrivalOf(socket, text))),
    onText: (listener) => {
      for (const socket of sockets) socket.on('data', listener)
    },
    leave: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function openStream(port: number, localAddress: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.setEncoding('utf8')
    socket.once('error', reject)
    let text = ''
    const untilSnapshot = (chunk: string) => {
      text += chunk
      if (!text.includes('event: snapshot')) return
      socket.off('data', untilSnapshot)
      socket.resume()
      resolve(socket)
    }
    socket.on('data', untilSnapshot)
    socket.write(
      `GET /api/leaderboard/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`,
    )
  })
}

function arrivalOf(socket: Socket, text: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let seen = ''
    const onEnd = () => reject(new Error('A viewer was sent away.'))
    const onData = (chunk: string) => {
      seen += chunk
      if (!seen.includes(text)) return
      socket.off('data', onData)
      socket.off('close', onEnd)
      resolve(performance.now())
    }
    socket.on('data', onData)
    socket.once('close', onEnd)
  })
}
