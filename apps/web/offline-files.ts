/** Builds what the installed app and pages without a network need: manifests, the service worker with its list of files, the shell. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PRODUCT_NAME } from '@samtur/contract/constants'
import { paths } from '@samtur/contract/paths'
import { availableLanguages, createTranslator, languages, loadCatalogues, type Language } from '@samtur/i18n/translate'
import { rolldown, type Plugin as RolldownPlugin } from 'rolldown'
import type { Plugin, Rolldown } from 'vite'
import { shellPage, type Build } from './src/sw/rules.ts'

const worker = path.join(import.meta.dirname, 'src/sw/worker.ts')
const shellTheme = path.join(import.meta.dirname, 'src/lib/shell-theme.ts')
const start = path.join(import.meta.dirname, 'index.html')
/** Modules for reading without a network, and for the notice that there is none. */
const offlineParts = [
  'features/reservations/my-rides-page.tsx',
  'features/reservations/reservations-page.tsx',
  'features/travel/today-page.tsx',
  'app/closing.tsx',
  'features/notifications/bell.tsx',
  'app/late.ts',
  'lib/offline-copy.ts',
  'ui/landscape.tsx',
  'ui/landscape-scenery.tsx',
]

type Bundle = Rolldown.OutputBundle

const isChunk = (file: Bundle[string]) => file.type === 'chunk'
const idOf = (bundle: Bundle) => {
  const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
  return createHash('sha256').update(names.toSorted().join()).digest('hex').slice(0, 12)
}

/** Returns the files of modules with everything they import, and their styles. */
function filesFor(modules: readonly string[], bundle: Bundle): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (!chunk || chunk.type !== 'chunk' || files.has(name)) return
    files.add(name)
    chunk.imports.forEach(add)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet)
  }
  for (const chunk of Object.values(bundle).filter(isChunk))
    if (chunk.moduleIds.some((id) => modules.includes(id)) || chunk.facadeModuleId === start) add(chunk.fileName)
  return files
}

/** Returns the text files of one language, without those for mails, page titles and administrators only. */
function textsOf(language: Language, bundle: Bundle): string[] {
  const own = new RegExp(`i18n/src/gen/(?:${language}/(?!admin|mails|operations|rates|site)|loaders/${language}\\.ts)`)
  return Object.values(bundle)
    .filter(isChunk)
    .filter(({ moduleIds }) => moduleIds.some((id) => own.test(id)))
    .map(({ fileName }) => fileName)
}

const isText = (chunk: Rolldown.OutputChunk) => chunk.moduleIds.some((id) => id.includes('i18n/src/gen/'))
const ofAdministrators = /\/(?:routes|features\/[\w-]+)\/admin-/
const notForMembers = ({ facadeModuleId, moduleIds }: Rolldown.OutputChunk) =>
  ofAdministrators.test(facadeModuleId ?? '') || moduleIds.every((id) => ofAdministrators.test(id))

/** Returns what a push message says that cannot be read, by language. */
async function unreadableTexts(): Promise<Build['unreadable']> {
  const texts = availableLanguages.map(async (language) => {
    const t = createTranslator(language, await loadCatalogues(language, ['site']))
    return [language, t('site.push_unreadable')] as const
  })
  return Object.fromEntries(await Promise.all(texts))
}

function describe(bundle: Bundle): Omit<Build, 'unreadable'> {
  const addressed = (names: Iterable<string>) => [...names].map((name) => `/${name}`).toSorted()
  const parts = offlineParts.map((part) => path.join(import.meta.dirname, 'src', part))
  const shell = filesFor(parts, bundle)
  const font = Object.keys(bundle).find((name) => /familjen-grotesk-latin-wght-normal.*\.woff2$/.test(name))
  if (font) shell.add(font)
  shell.add(themeFileIn(bundle))
  const others = Object.values(bundle)
    .filter(isChunk)
    .filter((chunk) => !shell.has(chunk.fileName) && !isText(chunk))
  const rest = others.filter((chunk) => !notForMembers(chunk))
  if (rest.length === others.length) throw new Error('No page for administrators is left out of the files for members')
  return {
    id: idOf(bundle),
    shell: [shellPage, ...addressed(shell)],
    rest: addressed(rest.map(({ fileName }) => fileName)),
    texts: Object.fromEntries(
      availableLanguages.map((language) => [language, addressed(textsOf(language, bundle))] as const),
    ),
  }
}

function themeFileIn(bundle: Bundle): string {
  const file = Object.keys(bundle).find((name) => /shell-theme-.*\.js$/.test(name))
  if (!file) throw new Error('The shell has nothing to be dark with')
  return file
}

/** Builds one file without imports, which every browser supports. */
export async function buildScript(input: string, plugins: RolldownPlugin[] = []): Promise<string> {
  const bundle = await rolldown({ input, plugins })
  const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false })
  await bundle.close()
  return output[0].code
}

async function buildWorker(build: Build): Promise<string> {
  const name = 'virtual:build'
  const list = {
    name: 'list-of-files',
    resolveId: (id: string) => (id === name ? name : undefined),
    load: (id: string) => (id === name ? `export default ${JSON.stringify(build)}` : undefined),
  }
  return buildScript(worker, [list])
}

async function manifestIn(language: Language): Promise<string> {
  const t = createTranslator(language, await loadCatalogues(language, ['nav', 'site']))
  const icon = (name: string, size: number, purpose = 'any') => ({
    src: `/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('icon-192', 192)] })
  return JSON.stringify({
    // The same app in every language.
    id: '/',
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: t('site.description'),
    lang: languages[language].tag,
    dir: languages[language].dir,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The bar and the background of the light theme (styles.css): a manifest has one of each.
    theme_color: '#ffffff',
    background_color: '#f6f7f2',
    categories: ['travel'],
    icons: [
      icon('icon-192', 192),
      icon('icon-512', 512),
      icon('maskable-512', 512, 'maskable'),
      icon('monochrome-512', 512, 'monochrome'),
    ],
    shortcuts: [
      shortcut(t('nav.find_rides'), paths.search),
      shortcut(t('nav.my_rides'), paths.myRides),
      shortcut(t('nav.publish'), paths.publishRide),
    ],
  })
}

const manifestName = (language: Language) => `manifest-${language}.webmanifest`

function links(bundle: Bundle | undefined) {
  const tag = (name: string, attrs: Record<string, string>) => ({ tag: name, attrs, injectTo: 'head' as const })
  return [
    // The server replaces it by the one in the reader's language.
    tag('link', { rel: 'manifest', href: `/${manifestName('no')}` }),
    tag('link', { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' }),
    ...(bundle ? [tag('meta', { name: 'build', content: idOf(bundle) })] : []),
  ]
}

export function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: (_html, { bundle }) => links(bundle),
    async configureServer({ middlewares }) {
      const code = await buildWorker({
        id: 'development',
        shell: [],
        rest: [],
        texts: {},
        unreadable: await unreadableTexts(),
      })
      middlewares.use('/sw.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(code)
      })
    },
    async renderStart() {
      this.emitFile({ type: 'asset', name: 'shell-theme.js', source: await buildScript(shellTheme) })
    },
    async generateBundle(_options, bundle) {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
      emit('sw.js', await buildWorker({ ...describe(bundle), unreadable: await unreadableTexts() }))
      // An open page compares its own build with this file.
      emit('build.txt', idOf(bundle))
      for (const language of availableLanguages) emit(manifestName(language), await manifestIn(language))
    },
    async writeBundle({ dir = '' }, bundle) {
      const page = await readFile(path.join(dir, 'index.html'), 'utf8')
      const shell = page.replace(/(<script id="boot"[^>]*>)null/, '$1"shell"')
      if (shell === page) throw new Error('index.html has no place for what the server tells a page')
      const early = `<script src="/${themeFileIn(bundle)}"></script>`
      await writeFile(
        path.join(dir, shellPage),
        shell.replace('<title>', () => `${early}<title>`),
      )
    },
  }
}
