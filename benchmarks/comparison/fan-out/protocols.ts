import { ROUTES } from '#contract/routes.ts'

/** How a viewer of one kind of server connects, and how a change is published there. */
export interface Protocol {
  /** The first request of a viewer. */
  path: string
  upgrades: boolean
  /** Texts that the viewer waits for, one after the other, and what it sends after each. */
  steps: readonly { awaits: string; sends?: Buffer }[]
  publication: { path: string; headers: Record<string, string>; wrap: (change: string) => string }
}

export type ProtocolName = 'own' | 'nchan' | 'ws' | 'socket-io' | 'live-query'

const asItIs = (change: string): string => change

const JSON_TYPE = { 'content-type': 'application/json' }

export const PROTOCOLS: Record<ProtocolName, Protocol> = {
  own: {
    path: ROUTES.live,
    upgrades: false,
    steps: [{ awaits: 'event: snapshot' }],
    publication: { path: '/', headers: JSON_TYPE, wrap: asItIs },
  },
  nchan: {
    path: '/subscribe',
    upgrades: false,
    steps: [{ awaits: ': hi' }],
    publication: { path: '/publish', headers: JSON_TYPE, wrap: asItIs },
  },
  ws: {
    path: '/',
    upgrades: true,
    steps: [{ awaits: '101 Switching' }],
    publication: { path: '/', headers: JSON_TYPE, wrap: asItIs },
  },
  'socket-io': {
    path: '/socket.io/?EIO=4&transport=websocket',
    upgrades: true,
    steps: [{ awaits: '0{"sid"', sends: maskedText('40') }, { awaits: '40{"sid"' }],
    publication: { path: '/', headers: JSON_TYPE, wrap: asItIs },
  },
  'live-query': {
    path: '/',
    upgrades: true,
    steps: [
      {
        awaits: '101 Switching',
        sends: maskedText(JSON.stringify({ op: 'connect', applicationId: 'bench' })),
      },
      {
        awaits: '"op":"connected"',
        sends: maskedText(
          JSON.stringify({
            op: 'subscribe',
            requestId: 1,
            query: { className: 'Change', where: {} },
          }),
        ),
      },
      { awaits: '"op":"subscribed"' },
    ],
    publication: {
      path: '/parse/classes/Change',
      headers: {
        ...JSON_TYPE,
        'x-parse-application-id': 'bench',
        'x-parse-master-key': 'bench',
      },
      wrap: (change) => `{"data":${change}}`,
    },
  },
}

/** Returns a short text as a client's WebSocket frame; its mask of zeros leaves it legible. */
function maskedText(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 125) throw new Error('The text needs a longer head.')
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes])
}
