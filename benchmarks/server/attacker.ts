import { randomUUID } from 'node:crypto'
import { request as send } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Attacks a server of this machine for a while, as a process of its own, so that neither viewers
 * nor measurements wait for it. Usage: attacker.ts KIND PORT SECONDS [COOKIE]
 */
const [kind = '', port = '', seconds = '', cookie = ''] = process.argv.slice(2)
const until = performance.now() + Number(seconds) * 1000
let sent = 0

const ATTACKS: Record<string, () => Promise<void>> = {
  'second requests on streams': () => repeat(20, attackStream),
  'unread answers': () => repeat(8, attackUnread),
  'password hashing': () => repeat(60, attackHashing),
  'password guessing': () => repeat(20, attackPassword),
}

const attack = ATTACKS[kind]
if (attack === undefined) throw new Error(`There is no attack '${kind}'.`)
await attack()
console.error(`${kind}: ${sent} attacks`)
process.exit(0)

/** Repeats a step in this number of parallel lanes. */
async function repeat(lanes: number, step: (lane: number) => Promise<void>): Promise<void> {
  const run = async (lane: number) => {
    while (performance.now() < until) {
      sent += 1
      await step(lane)
      // Attacker and server share the machine, so the server needs time to respond.
      await pause(20)
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)))
}

function addressOf(lane: number): string {
  return `127.0.1.${1 + (lane % 10)}`
}

function open(lane: number): Socket {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: addressOf(lane) })
  socket.on('error', () => undefined)
  return socket
}

async function closed(socket: Socket, limitMs: number): Promise<void> {
  await Promise.race([new Promise((done) => socket.once('close', done)), pause(limitMs)])
  socket.destroy()
}

async function attackStream(lane: number): Promise<void> {
  const socket = open(lane)
  const live = `GET /api/leaderboard/live HTTP/1.1\r\nHost: localhost\r\n\r\n`
  if (lane % 2 === 0) {
    socket.write(live.repeat(200))
    socket.resume()
  } else {
    socket.write(live)
    socket.once('data', () => socket.write(live))
  }
  await closed(socket, 2_000)
}

async function attackUnread(lane: number): Promise<void> {
  const socket = open(lane)
  const path = lane % 2 === 0 ? '/' : '/og.png'
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(lane < 4 ? 900 : 15))
  await closed(socket, 5_000)
}

async function attackHashing(lane: number): Promise<void> {
  if (lane % 2 === 0) {
    const body = { currentPassword: `wrong ${sent}`, newPassword: 'another long password' }
    await post(lane, '/api/auth/change-password', body)
  } else {
    const email = `${randomUUID()}@nobody.example`
    await post(lane, '/api/auth/sign-in/email', { email, password: `wrong ${sent}` })
  }
}

async function attackPassword(lane: number): Promise<void> {
  const body = { email: 'victim@donor.example', password: `guess ${sent}` }
  await post(lane, '/api/auth/sign-in/email', body)
}

async function post(lane: number, path: string, body: object): Promise<void> {
  const origin = `http://localhost:${port}`
  await new Promise<void>((done) => {
    const request = send(
      {
        port,
        host: '127.0.0.1',
        localAddress: addressOf(lane),
        path,
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', origin, cookie },
      },
      (answer) => answer.resume().once('close', done),
    )
    request.once('error', () => done())
    request.end(JSON.stringify(body))
  })
}
