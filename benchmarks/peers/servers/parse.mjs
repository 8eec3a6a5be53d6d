// Parse Server with its LiveQuery server, on the PostgreSQL that the first argument names.
import { ParseServer } from 'parse-server'

const [databaseURI, port] = process.argv.slice(2)

// Compared without heartbeats, as the others are.
const QUIET_MS = 3_600_000

await ParseServer.startApp({
  appId: 'bench',
  masterKey: 'bench',
  masterKeyIps: ['127.0.0.1', '::1', '::ffff:127.0.0.1'],
  databaseURI,
  port: Number(port),
  host: '127.0.0.1',
  mountPath: '/parse',
  serverURL: `http://127.0.0.1:${port}/parse`,
  allowClientClassCreation: true,
  liveQuery: { classNames: ['Change'] },
  startLiveQueryServer: true,
  liveQueryServerOptions: { websocketTimeout: QUIET_MS },
  silent: true,
  logsFolder: null,
})
process.send('ready')
