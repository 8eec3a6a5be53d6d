// A bare WebSocket server: what is posted to its port goes to all connections.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebSocket, WebSocketServer } from 'ws'

const [port] = process.argv.slice(2)

const server = createServer((request, response) => {
  void text(request).then((change) => publish(change, response))
})
const sockets = new WebSocketServer({ server })
server.listen(Number(port), '127.0.0.1', () => process.send('ready'))

function publish(change, response) {
  for (const client of sockets.clients) {
    if (client.readyState === WebSocket.OPEN) client.send(change)
  }
  response.end()
}
