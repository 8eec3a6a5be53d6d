// Socket.IO: what is posted to its port is emitted to all connections.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { Server } from 'socket.io'

const [port] = process.argv.slice(2)

// Compared without heartbeats, as the others are.
const QUIET_MS = 3_600_000

const server = createServer((request, response) => {
  void json(request).then((change) => response.end(String(io.emit('change', change))))
})
const io = new Server(server, { transports: ['websocket'], pingInterval: QUIET_MS })
server.listen(Number(port), '127.0.0.1', () => process.send('ready'))
