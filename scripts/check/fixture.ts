// Makes a small repository in a temporary folder, for the tests of the checks.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const manifests = {
  'package.json': {
    name: 'samtur',
    workspaces: ['packages/contract', 'packages/i18n', 'packages/roads', 'apps/interface', 'apps/server', 'apps/web'],
    devDependencies: { vitest: '5' },
  },
  'packages/contract/package.json': {
    name: '@samtur/contract',
    exports: { './*': './src/*.ts' },
    dependencies: { zod: '4', '@orpc/contract': '1' },
  },
  'packages/i18n/package.json': {
    name: '@samtur/i18n',
    exports: { './*': './src/*.ts' },
    dependencies: { '@lingui/core': '6' },
  },
  'apps/interface/package.json': {
    name: '@samtur/interface',
    exports: { './*': './src/*.ts' },
    dependencies: { '@samtur/contract': '1', fastify: '5' },
  },
  'packages/roads/package.json': { name: '@samtur/roads', exports: { './*': './src/*.ts' } },
  'apps/server/package.json': {
    name: '@samtur/server',
    imports: {
      '#platform/*': './src/platform/*.ts',
      '#operating/*': './src/operating/*.ts',
      '#features/*': './src/features/*.ts',
    },
    dependencies: { '@samtur/contract': '1', '@samtur/interface': '1', '@samtur/roads': '1', kysely: '1' },
  },
  'apps/web/package.json': {
    name: '@samtur/web',
    imports: { '#ui/*': './src/ui/*.tsx' },
    dependencies: { '@samtur/contract': '1', react: '19' },
  },
}

export interface Fixture extends Disposable {
  root: string
}

export function fixture(files: Record<string, string>): Fixture {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-check-'))
  const base = Object.entries(manifests).map(([file, content]) => [file, JSON.stringify(content)] as const)
  for (const [file, content] of [...base, ...Object.entries(files)]) {
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), content)
  }
  return { root, [Symbol.dispose]: () => fs.rmSync(root, { recursive: true }) }
}
