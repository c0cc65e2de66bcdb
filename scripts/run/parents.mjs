// npm runs a script through a shell that passes no signal on: who stops npm with `kill` would leave the server behind.
// So what npm started ends when the shell or npm itself is gone.
import fs from 'node:fs'

function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined // Only Linux tells; elsewhere the shell alone is watched.
  }
}

function isGone(pid) {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Calls `act` once when npm, having started us, is no longer there. */
export function whenAbandoned(act) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return
  const shell = process.ppid
  const npm = parentOf(shell)
  const timer = setInterval(() => {
    if (process.ppid === shell && !(npm > 1 && isGone(npm))) return
    clearInterval(timer)
    act()
  }, 300)
  timer.unref()
}
