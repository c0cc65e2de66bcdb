import type { ComponentType } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, data, type LoaderFunction } from 'react-router'
import { ApiError } from '#lib/api'
import type { Address, Head, HeadInput } from '#lib/head'
import { guard, type Rights } from './rights.tsx'

export interface PageOptions {
  Screen: ComponentType
  /** Undefined while the title is not known, or where the screen sets it. */
  head: (on: HeadInput) => Head | undefined
  /** Requests what the page shows first: the server before it renders, the browser beside the code of the screen. */
  load?: (client: QueryClient, at: Address) => Promise<unknown>
  /** The server renders the page for visitors; other pages begin with a sign-in or a form. */
  rendered?: true | ((at: Address) => boolean)
  /** Search engines may list the page; where the address has parts that differ, the addresses for the list that they read. */
  listed?: true | (() => readonly string[])
  /** Who may use the page, where it is not for everybody. */
  rights?: Rights
  /** Also people whose account is in deletion, who are otherwise offered to keep it. */
  closing?: boolean
}

/** What the server and the frame read of the current page. */
export type PageHandle = Pick<PageOptions, 'head' | 'rendered' | 'listed'>

/** Where a `load` puts its data: one store in the browser, another for each page on the server. */
export const loaded = createContext<QueryClient>()

/** Returns what the router loads of a page: everything but its address. */
export function page({ Screen, load, rights, closing = false, ...handle }: PageOptions) {
  return {
    Component: rights ? guard({ Screen, rights, closing }) : Screen,
    handle: handle satisfies PageHandle,
    loader: load && loaderOf(load),
  }
}

const loaderOf =
  (load: NonNullable<PageOptions['load']>): LoaderFunction =>
  async ({ params, request, context }) => {
    const loading = load(context.get(loaded), { params, query: new URL(request.url).searchParams })
    // In the browser the screen shows what is still to come and what failed.
    if (!import.meta.env.SSR) loading.catch(() => {})
    else await loading.catch(onlyMissing)
    return null
  }

/** A page whose content does not exist has its own status. After other failures the browser requests the content itself. */
function onlyMissing(error: unknown) {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to a status
  if (error instanceof ApiError && error.code === 'not_found') throw data(null, { status: 404 })
}
