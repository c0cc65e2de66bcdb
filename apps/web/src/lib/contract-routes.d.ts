declare module 'virtual:contract-routes*' {
  /** slice → endpoint → [method, path]. */
  const routes: Record<string, Record<string, readonly [method: string, path: string]>>
  export default routes
}
