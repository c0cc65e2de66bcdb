/**
 * Measures the pages where visits begin with Lighthouse, as a phone on slow 4G, and how long a press and a key wait for their picture, and counts
 * presses while pages load that nothing follows: `npm run bench -- pages`. With the demo's data.
 */
import { pressAndType } from './pages/interaction.ts'
import { pagesOf, visitPages } from './pages/lighthouse.ts'
import { pressWhileLoading } from './pages/presses.ts'
import { makeFolder, startBuilt } from './tools/built-server.ts'
import { quick, run } from './tools/report.ts'

/** The median of several visits counts, because the machine is never idle. */
const visits = quick ? 1 : 5

await run({
  async pages() {
    using folder = makeFolder()
    const server = await startBuilt({ folder: folder.path })
    try {
      const pages = await pagesOf(server.url)
      return [
        ...(await visitPages(server.url, pages, visits)),
        ...(await pressAndType(server.url, visits)),
        ...(await pressWhileLoading(
          server.url,
          pages.map(({ path }) => path),
        )),
      ]
    } finally {
      await server.stop()
    }
  },
})
