// Runs after every installation (npm's postinstall). Plain JavaScript, because it runs under whatever Node the host has.
import fs from 'node:fs'
import path from 'node:path'
import { writeInstallStamp } from './run/install.mjs'

// npm 10 forgets node_modules/.bin/node when it prunes the platform packages of other machines; this puts it back.
function linkNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const names = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]
  const pinned = names.find((name) => fs.existsSync(path.join('node_modules', name)))
  if (!pinned || platform === 'win') return
  fs.mkdirSync('node_modules/.bin', { recursive: true })
  fs.rmSync('node_modules/.bin/node', { force: true })
  fs.symlinkSync(`../${pinned}/bin/node`, 'node_modules/.bin/node')
}

// npm also runs this script for a dry run.
if (process.env.npm_config_dry_run !== 'true') {
  linkNode()
  writeInstallStamp()
}
