import path from 'node:path'

/**
 * Most of react-router is for things these pages do not use (data routes, rendering on the server), and none of that can be
 * shaken off. In its place stands the part that is used, which saves every visitor 11 kB of the 120 the first view may cost.
 */
export const aliases = [{ find: /^react-router$/, replacement: path.join(import.meta.dirname, 'src/lib/router.tsx') }]
