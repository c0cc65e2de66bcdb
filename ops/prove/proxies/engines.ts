/** The proxies of Debian's packages with the committed configurations, in which only addresses, ports and paths of files are replaced. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { productName } from './client.ts'

const run = promisify(execFile)
const configurations = path.resolve(import.meta.dirname, '../..')

export interface Ports {
  http: number
  https: number
  /** Of the two processes behind the proxy. */
  processes: readonly [number, number]
}

export interface Engine {
  /** Takes the second process out or in, as docs/operating/several-nodes.md says. */
  use(second: boolean): Promise<void>
  stop(): Promise<void>
}

export const proxyNames = ['nginx', 'haproxy'] as const
export type ProxyName = (typeof proxyNames)[number]

/** Makes a self-signed certificate in the folder; returns it. */
export async function makeCertificate(folder: string): Promise<Buffer> {
  const [certificate, key] = [path.join(folder, 'fullchain.pem'), path.join(folder, 'privkey.pem')]
  const kind = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ')
  const name = ['-subj', `/CN=${productName}`, '-addext', `subjectAltName=DNS:${productName}`]
  await run(findProgram('openssl'), ['req', '-x509', ...kind, ...name, '-keyout', key, '-out', certificate])
  const bytes = fs.readFileSync(certificate)
  // haproxy reads both from one file.
  fs.writeFileSync(path.join(folder, 'samtur.pem'), Buffer.concat([bytes, fs.readFileSync(key)]))
  return bytes
}

export function startProxy(name: ProxyName, folder: string, ports: Ports): Engine {
  const [configure, use] = name === 'nginx' ? [nginx, useInNginx] : [haproxy, useInHaproxy]
  const child = spawn(findProgram(name), configure(folder, ports), { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  let stopping = false
  const gone = once(child, 'close').then(() => {
    if (!stopping) console.error(`${name} has ended: ${output}`)
  })
  return {
    use: (second) => use(folder, ports, second),
    async stop() {
      stopping = true
      child.kill('SIGTERM')
      await gone
    },
  }
}

function nginx(folder: string, { http, https, processes }: Ports): string[] {
  const site = substitute('nginx/samtur.conf', {
    'listen 80;': `listen 127.0.0.1:${http};`,
    'listen [::]:80;': `listen 127.0.0.2:${http};`,
    'listen 443 ': `listen 127.0.0.1:${https} `,
    'listen [::]:443 ': `listen 127.0.0.2:${https} `,
    '127.0.0.1:3001': `127.0.0.1:${processes[0]}`,
    '127.0.0.1:3002': `127.0.0.1:${processes[1]}`,
    '/etc/ssl/samtur/fullchain.pem': path.join(folder, 'fullchain.pem'),
    '/etc/ssl/samtur/privkey.pem': path.join(folder, 'privkey.pem'),
  })
  // The workers run as another user.
  fs.chmodSync(folder, 0o755)
  fs.writeFileSync(path.join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const main = `
    daemon off;
    worker_processes 2;
    worker_rlimit_nofile 8192;
    pid ${folder}/nginx.pid;
    events { worker_connections 4096; }
    http {
      ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      include ${folder}/site.conf;
    }`
  fs.writeFileSync(path.join(folder, 'nginx.conf'), main)
  return nginxArguments(folder)
}

const nginxArguments = (folder: string) => ['-e', path.join(folder, 'error.log'), '-c', path.join(folder, 'nginx.conf')]

async function useInNginx(folder: string, { processes }: Ports, second: boolean) {
  const file = path.join(folder, 'site.conf')
  const line = `server 127.0.0.1:${processes[1]} `
  const text = fs.readFileSync(file, 'utf8')
  fs.writeFileSync(file, second ? text.replace(`${line}down `, line) : text.replace(line, `${line}down `))
  await run(findProgram('nginx'), [...nginxArguments(folder), '-s', 'reload'])
}

async function useInHaproxy(folder: string, _ports: Ports, second: boolean) {
  const socket = net.connect(path.join(folder, 'admin.sock'))
  let output = ''
  socket.on('data', (chunk) => (output += String(chunk)))
  socket.end(`set server samtur/b state ${second ? 'ready' : 'drain'}\n`)
  await once(socket, 'close')
  if (output.trim() !== '') throw new Error(output)
}

function haproxy(folder: string, { http, https, processes }: Ports): string[] {
  const text = substitute('haproxy/haproxy.cfg', {
    ':::80 v4v6': `127.0.0.1:${http}`,
    ':::443 v4v6': `127.0.0.1:${https}`,
    '127.0.0.1:3001': `127.0.0.1:${processes[0]}`,
    '127.0.0.1:3002': `127.0.0.1:${processes[1]}`,
    '/etc/haproxy/certs/samtur.pem': path.join(folder, 'samtur.pem'),
    '/run/haproxy/admin.sock': path.join(folder, 'admin.sock'),
  })
  const file = path.join(folder, 'haproxy.cfg')
  fs.writeFileSync(file, text)
  return ['-db', '-f', file]
}

/** Throws where the configuration does not contain what is to be replaced. */
function substitute(file: string, replacements: Record<string, string>): string {
  let text = fs.readFileSync(path.join(configurations, file), 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`ops/${file} does not contain ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** Returns the program's path. Throws a sentence that names Debian's package, which has the program's name. */
function findProgram(name: string): string {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin']
  const found = folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file))
  if (!found) throw new Error(`${name} is not installed: apt-get install ${name}`)
  return found
}
