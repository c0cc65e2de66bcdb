/** The bill of materials is complete by the lock file, made without a network, and never stops a start. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { writeSbom } from './run/sbom.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-sbom-test-'))
const file = path.join(folder, 'dist/sbom.cdx.json')
const root = path.resolve(import.meta.dirname, '..')
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('without a network the list has every package of the lock file with its version', async () => {
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/')
  expect(await writeSbom(file, root)).toBe(0)
  const bill = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    bomFormat: string
    components: { name: string; version: string; purl: string }[]
  }
  expect(bill.bomFormat).toBe('CycloneDX')
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string; version?: string; link?: boolean }>
  }
  const locked = Object.entries(lock.packages)
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .map(([place, { name, version }]) => `${name ?? place.split('node_modules/').at(-1)}@${version}`)
  expect(locked.length).toBeGreaterThan(500)
  expect(locked.filter((part) => !listed.has(part))).toEqual([])
  expect(bill.components.find(({ name }) => name === 'fastify')?.purl).toMatch(/^pkg:npm\/fastify@\d/)
})

test('when npm fails, one line is printed and nothing is written', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubEnv('npm_execpath', path.join(folder, 'no-npm.js'))
  const other = path.join(folder, 'other.json')
  expect(await writeSbom(other, root)).toBe(1)
  expect(warn).toHaveBeenCalledOnce()
  expect(fs.existsSync(other)).toBe(false)
})
