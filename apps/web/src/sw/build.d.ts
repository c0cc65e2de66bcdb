declare module 'virtual:build' {
  /** `Build` of rules.ts, filled in by `offline-files.ts`. */
  const build: {
    readonly id: string
    readonly shell: readonly string[]
    readonly rest: readonly string[]
    readonly texts: Readonly<Record<string, readonly string[]>>
    readonly unreadable: Readonly<Record<string, string>>
  }
  export default build
}
