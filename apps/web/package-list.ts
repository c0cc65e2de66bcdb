/** Writes `.vite/packages.json`, the folders of the packages whose code, styles or fonts are in the pages: a release lists them. */
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const repository = path.resolve(import.meta.dirname, '../..')

/** Returns the folder of a file's package, from the root of the repository; undefined for our own files. */
function folderOf(file: string): string | undefined {
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.resolve(import.meta.dirname, file)) ?? []
  return folder && path.relative(repository, folder)
}

/** Returns the files of which a part is in what the browser gets. */
function sourcesOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk): string[] {
  if (file.type === 'asset') {
    // A package whose styles are built in names itself: `/*! tailwindcss v4.3.3 | MIT License`.
    const banners = file.fileName.endsWith('.css') ? String(file.source).matchAll(/\/\*! *(\S+) v[\d.]+ \|/g) : []
    return [...file.originalFileNames, ...Array.from(banners, ([, name]) => `../../node_modules/${name}`)]
  }
  const sources = Object.entries(file.modules).filter(([, { renderedLength }]) => renderedLength > 0)
  return sources.map(([id]) => id.replace(/^\0/, ''))
}

export function packageList(): Plugin {
  return {
    name: 'package-list',
    generateBundle: {
      // Styles and fonts are in the bundle then.
      order: 'post',
      handler(_options, bundle) {
        const folders = Object.values(bundle).flatMap(sourcesOf).map(folderOf)
        const list = [...new Set(folders)].filter((folder) => folder !== undefined).toSorted()
        this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source: JSON.stringify(list, null, 2) })
      },
    },
  }
}
