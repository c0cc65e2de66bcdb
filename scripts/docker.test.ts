/** The files of ops/docker name settings that the product has, and fit each other. Containers are not run. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listSettings, readConfig } from '../apps/server/src/config.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => fs.readFileSync(path.join(root, 'ops/docker', file), 'utf8')
const secret = 'f3b1c0a94d7e5286b1f0c3d9a87e6452f3b1c0a94d7e5286b1f0c3d9a87e645211'

/** The example's values, with secrets. */
const values = Object.fromEntries(
  Array.from(read('env.example').matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value]) => [name, value || secret]),
)

interface Service {
  image: string
  command?: string[]
  env_file?: string
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: object
}
const text = read('compose.yaml')
const compose = parse(text.replace(/\$\{(\w+):\?\}/g, (_, name: string) => values[name] ?? '')) as {
  services: Record<'samtur' | 'database' | 'store' | 'proxy', Service>
  volumes: object
}
const { samtur, database, store, proxy } = compose.services

test('every value of the composition is in the example, and the other way round', () => {
  const used = new Set(Array.from(text.matchAll(/\$\{(\w+):\?\}/g), ([, name = '']) => name))
  expect([...used].toSorted()).toEqual(Object.keys(values).toSorted())
  expect(text.replace(/\$\{\w+:\?\}/g, '')).not.toContain('$')
})

test('the product accepts its settings, and reaches the database and the store by their names', () => {
  const known = listSettings({}).map(({ name }) => name)
  const settings = samtur.environment ?? {}
  expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([])
  const config = readConfig({ ...settings, HOST: '0.0.0.0' })
  expect([config.publicUrl, config.demo, config.trustProxy]).toEqual([`https://${values['DOMAIN']}`, false, 1])

  const address = new URL(config.databaseUrl ?? '')
  expect(address.hostname in compose.services).toBe(true)
  expect([address.username, address.password]).toEqual([
    database.environment?.['POSTGRES_USER'],
    database.environment?.['POSTGRES_PASSWORD'],
  ])
  const bucket = new URL(config.storageUrl ?? '')
  expect(bucket.hostname in compose.services).toBe(true)
  expect(store.command).toContain(`:${bucket.port}`)
  expect(store.volumes).toEqual([`pictures:/data${bucket.pathname}`])
  expect([bucket.username, bucket.password]).toEqual([
    store.environment?.['ROOT_ACCESS_KEY_ID'],
    store.environment?.['ROOT_SECRET_ACCESS_KEY'],
  ])
  expect(proxy.command).toEqual(['caddy', 'reverse-proxy', '--from', values['DOMAIN'], '--to', 'samtur:3000'])
})

test('volumes and images are named, and the example has the version of the product', () => {
  const services = Object.values(compose.services)
  const volumes = services.flatMap(({ volumes: own = [] }) => own.map((one) => one.split(':')[0] ?? ''))
  expect(volumes.toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
  expect(services.filter(({ image }) => !/^[\w./-]+:v?\d/.test(image))).toEqual([])
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'apps/server/package.json'), 'utf8')) as {
    version: string
  }
  expect(values['VERSION']).toBe(version)
})

test('the commands of the guide fit the files', () => {
  const guide = fs.readFileSync(path.join(root, 'docs/operating/install.md'), 'utf8')
  const [, block = ''] = /```sh\ncd ops\/docker\n([^]*?)```/.exec(guide) ?? []
  const [copy = '', up = '', doctor = '', ...others] = block.trimEnd().split('\n')
  expect([up, others]).toEqual(['docker compose up --build --detach', []])
  const [, example = '', target = ''] = /^cp (\S+) (\S+)/.exec(copy) ?? []
  expect([fs.existsSync(path.join(root, 'ops/docker', example)), target]).toEqual([true, '.env'])
  const [, service = '', program = ''] = /^docker compose exec (\S+) (\S+) doctor$/.exec(doctor) ?? []
  expect(service in compose.services).toBe(true)
  expect(read('Dockerfile')).toContain(`ENTRYPOINT ["${program}"]`)
})

test('the guide names services and a program that there are', () => {
  const guide = fs.readFileSync(path.join(root, 'docs/operating/install.md'), 'utf8')
  const commands = Array.from(guide.matchAll(/docker compose (logs|stop|start|exec|run --rm|cp) ([a-z]+)([^\n`]*)/g))
  const names = commands.map(([, command = '']) => command)
  expect(names.toSorted()).toEqual(['cp', 'exec', 'exec', 'logs', 'run --rm', 'start', 'stop'])
  const program = /^ENTRYPOINT \["(.*)"\]$/m.exec(read('Dockerfile'))?.[1] ?? ''
  for (const [, command, service = '', rest = ''] of commands) {
    expect(service in compose.services).toBe(true)
    if (command === 'exec') expect(rest).toMatch(new RegExp(`^ ${program} (doctor|backup /var/lib/samtur/)`))
    if (command === 'run --rm') expect(rest).toMatch(/^ restore --replace \/var\/lib\/samtur\//)
  }
  expect(samtur.volumes).toEqual(['samtur:/var/lib/samtur'])
})

test('a line of the example that names a setting takes effect', () => {
  expect(samtur.env_file).toBe('.env')
})

test('the image only puts the archive in place', () => {
  const steps = read('Dockerfile')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(steps.map((line) => line.split(' ')[0])).toEqual(
    'FROM ARG ADD RUN USER WORKDIR VOLUME ENV EXPOSE HEALTHCHECK ENTRYPOINT CMD'.split(' '),
  )
  expect(steps[2]).toBe('ADD samtur-${VERSION}-linux-x64.tar.gz /opt/')
  expect(steps.at(-2)).toBe('ENTRYPOINT ["/opt/samtur/samtur"]')
})

test('with a second process the proxy knows both, which differ in nothing', () => {
  const { services } = parse(read('compose.several.yaml')) as {
    services: Record<string, Service & { extends?: object }>
  }
  const [[name, second] = [''], ...others] = Object.entries(services).filter(([one]) => one !== 'proxy')
  expect([second, others]).toEqual([{ extends: { file: 'compose.yaml', service: 'samtur' } }, []])
  expect(read('Caddyfile')).toContain(`reverse_proxy samtur:3000 ${name}:3000 {`)
  expect(services['proxy']?.volumes).toEqual(['./Caddyfile:/etc/caddy/Caddyfile:ro'])
  expect(services['proxy']?.command).toEqual(['caddy', 'run', '--config', '/etc/caddy/Caddyfile'])
  expect(Object.keys(services['proxy']?.environment ?? {})).toEqual(['DOMAIN'])
})
