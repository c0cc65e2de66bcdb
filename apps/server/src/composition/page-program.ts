/** Composition: the built pages' own program (apps/web/src/server-entry.tsx), which opens pages and renders them for visitors. */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Boot } from '@samtur/contract/pages'
import type { Language } from '@samtur/i18n/translate'
import type { OpenedPage } from '../features/pages/routes.ts'
import type { Log } from '../platform/log.ts'

/** Responds to a request of a page; `input` as in the contract. */
type Call = (endpoint: string, input: unknown) => Promise<unknown>

interface Program {
  listAddresses(): Promise<string[]>
  open(address: string, start: Boot<Language>, call: Call): Promise<Omit<OpenedPage, 'render'> & Renders>
}

interface Renders {
  render: () => Promise<string>
}

export interface PageProgram {
  open(address: string, start: Boot<Language>, call: Call): Promise<OpenedPage>
  /** Returns the addresses of permanent pages, for search engines. */
  listAddresses(): Promise<string[]>
}

/** Without the program, which the build makes, pages are sent without content. */
export function loadPageProgram(dist: string, log: Log): PageProgram {
  const file = path.join(dist, '.server/server-entry.mjs')
  let program: Promise<Program> | undefined
  const load = () => (program ??= import(pathToFileURL(file).href) as Promise<Program>)
  const there = fs.existsSync(file)
  if (!there) log.warn({ file }, 'pages are sent without content: run the build')
  const mayRender = limitPerSecond(MOST_PER_SECOND)
  // Counted apart, because machines try many unknown addresses, which must not use up the renderings of pages.
  const mayRenderUnknown = limitPerSecond(MOST_UNKNOWN_PER_SECOND)
  const open: PageProgram['open'] = async (address, start, call) => {
    if (!there) return { status: 200, listed: false, rendered: false, render: nothing }
    const page = await (await load()).open(address, start, call)
    const may = page.status === 404 ? mayRenderUnknown : mayRender
    const render = async () => {
      try {
        return may() ? await page.render() : ''
      } catch (error) {
        // The browser renders the page.
        log.error({ err: error }, 'a page could not be rendered')
        return ''
      }
    }
    return { ...page, render }
  }
  return { open, listAddresses: async () => (there ? (await load()).listAddresses() : []) }
}

const nothing = () => Promise.resolve('')

/** Renderings in a second. Each blocks other requests for some milliseconds, so beyond this the browsers render. */
const MOST_PER_SECOND = 50
const MOST_UNKNOWN_PER_SECOND = 10

function limitPerSecond(most: number) {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(Date.now() / 1000)
    count = now === second ? count + 1 : 1
    second = now
    return count <= most
  }
}
