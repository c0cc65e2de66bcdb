// npm runs a script through a shell that passes no signal on, so killing npm would leave the server running. This module ends the script
// when the shell or npm is gone.
import fs from 'node:fs'

function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined // Only Linux shows the parent of another process; elsewhere only the shell is watched.
  }
}

export function isGone(pid) {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Calls `act` once when the npm that started this process has ended. */
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
