/** `ops/systemd/samtur-restart` on processes of this test: a program in place of systemctl lets the test restart each. */
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

const script = path.resolve(import.meta.dirname, '../../systemd/samtur-restart')

export interface Restarter extends Disposable {
  /** Restarts the processes one after the other. */
  restartAll(): Promise<void>
}

/** `restart` ends the process of a port and starts another one, which need not be ready yet. */
export async function openRestarter(
  folder: string,
  ports: readonly number[],
  restart: (port: number) => Promise<void>,
): Promise<Restarter> {
  const control = http.createServer(
    ({ url = '' }, response) => void restart(Number(url.slice(1))).then(() => response.end()),
  )
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  const { port } = control.address() as AddressInfo
  const programs = path.join(folder, 'programs')
  fs.mkdirSync(programs)
  const stand = `#!/bin/sh\n[ "$1" != restart ] || curl --silent --fail "http://127.0.0.1:${port}/\${2#samtur@}"\n`
  fs.writeFileSync(path.join(programs, 'systemctl'), stand, { mode: 0o755 })
  const env = { PATH: [programs, process.env['PATH']].join(path.delimiter) }
  return {
    restartAll: async () => void (await promisify(execFile)(script, ports.map(String), { env })),
    [Symbol.dispose]: () => void control.close(),
  }
}
