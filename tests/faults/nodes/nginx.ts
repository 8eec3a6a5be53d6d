import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const NGINX = 'nginx'

export const hasNginx = spawnSync(NGINX, ['-v']).status === 0

/** A real nginx in front of the nodes, with the lines of docs/hosting.md. */
export interface Nginx {
  port: number
  stop(): Promise<void>
}

/** Starts nginx on `port`, which sends each request to one of the nodes' ports. */
export async function startNginx(port: number, nodes: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'royale-nginx-'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, describe(port, nodes))
  const server = spawn(NGINX, ['-p', folder, '-c', file, '-e', 'error.log'], { stdio: 'ignore' })
  const abandon = () => server.kill('SIGTERM')
  process.once('exit', abandon)
  while (server.exitCode === null && !(await answers(port))) await pause(50)
  if (server.exitCode !== null) throw new Error(`nginx has ended with ${server.exitCode}.`)
  return {
    port,
    stop: async () => {
      process.off('exit', abandon)
      if (server.exitCode === null) {
        const gone = once(server, 'exit')
        server.kill('SIGTERM')
        await gone
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function describe(port: number, nodes: readonly number[]): string {
  const servers = nodes.map((node) => `server 127.0.0.1:${node} max_fails=1 fail_timeout=1s;`)
  const isRoot = process.getuid?.() === 0
  return `
    ${isRoot ? 'user root;' : ''}
    worker_processes 1;
    daemon off;
    pid nginx.pid;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
      upstream nodes { ${servers.join(' ')} keepalive 8; }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://nodes;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $remote_addr;
          proxy_set_header X-Forwarded-Proto $scheme;
          proxy_set_header X-Request-Id $request_id;
          proxy_set_header Traceparent "";
          proxy_buffering off;
          proxy_connect_timeout 2s;
          proxy_read_timeout 1h;
        }
      }
    }
  `
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/livez`)
    return true
  } catch {
    return false
  }
}
