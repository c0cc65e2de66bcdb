/** Signs the person out. */
import { ApiError } from './api.ts'
import { oweSignOut } from './owed-sign-out.ts'
import { queryClient } from './query-client.ts'
import { endSession, tellSignedOut } from './session.ts'
import { clearTab } from './tab-storage.ts'

const lastTasks = new Set<() => Promise<unknown>>()

/** Adds a task that needs the session once more before a sign-out. Returns a function that removes it. */
export function beforeSignOut(task: () => Promise<unknown>) {
  lastTasks.add(task)
  return () => void lastTasks.delete(task)
}

const lastTasksTime = 2000

/** Runs the tasks; a failing or slow one does not delay the sign-out. */
async function doLastTasks() {
  if (lastTasks.size === 0) return
  const all = Promise.allSettled([...lastTasks].map((task) => task()))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, lastTasksTime))])
}

/** Ends the session; without a network only where a worker can open the start page. */
async function leave() {
  try {
    await endSession()
  } catch (error) {
    const canWait = error instanceof ApiError && error.code === 'offline' && navigator.serviceWorker?.controller
    if (!canWait || !oweSignOut(true)) throw error
  }
}

/** Deletes the trips of `offline-copy.ts`, also before that module is loaded. */
export const dropCopy = () =>
  new Promise<void>((resolve) => {
    try {
      const request = indexedDB.deleteDatabase('offline')
      // Where another tab still reads, the deletion completes afterwards.
      request.onsuccess = request.onerror = request.onblocked = () => resolve()
    } catch {
      resolve()
    }
  })

/** Loads the start page afresh, so that nothing of the person stays in the page's memory. */
export async function signOut() {
  await doLastTasks()
  await leave()
  await dropCopy()
  queryClient.clear()
  clearTab()
  tellSignedOut()
  location.assign('/')
}
