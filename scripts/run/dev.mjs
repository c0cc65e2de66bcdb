// `npm run dev`: compiles catalogues and runs server and pages, each renewed when its files change. Pages are on port 5173, the server
// behind them on 3000.
import { compileTexts } from './build.mjs'
import { whenAbandoned } from './parents.mjs'
import { supervise } from './process.mjs'

export async function run() {
  const code = await compileTexts()
  if (code !== 0) return code
  // The browser talks to the page server, so links in mails and the origin check must use that address.
  const env = { ...process.env, PORT: '3000', PUBLIC_URL: 'http://localhost:5173' }
  const parts = [
    supervise('node', ['scripts/i18n.ts', '--watch']),
    supervise('node', ['--watch', '--watch-preserve-output', 'apps/server/src/samtur.ts', 'start'], { env }),
    // Vite's configuration forwards the server's paths to port 3000.
    supervise('vite', ['--port', '5173', '--strictPort'], { cwd: 'apps/web' }),
  ]
  const stop = () => parts.forEach((part) => part.child.kill('SIGTERM'))
  whenAbandoned(stop)
  const first = await Promise.race(parts.map((part) => part.ended))
  stop()
  await Promise.all(parts.map((part) => part.ended))
  return first
}
