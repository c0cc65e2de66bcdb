/** Every command of the docs, with how a test runs it. `scripts/guides.test.ts` fails for one that has no line here. */
import fs from 'node:fs'
import path from 'node:path'
import { root } from './commands.ts'
import type { Run } from './run.ts'

const { version } = JSON.parse(fs.readFileSync(path.join(root, 'apps/server/package.json'), 'utf8')) as {
  version: string
}

/** In an empty folder, with `samtur` on the path: `scripts/guide-commands.test.ts`, a part of `npm test -- --all`. In this order. */
export const inFolder: readonly Run[] = [
  { command: 'samtur admin --help', prints: /lift-factor/ },
  { command: 'samtur <command>', with: { '<command>': 'doctor' }, prints: /settings/ },
  { command: 'samtur doctor', prints: /data folder/ },
  { command: 'samtur migrate' },
  { command: 'samtur demo' },
  { command: 'samtur start', before: 'export DEMO=off', prints: /Samtur is ready/, serves: true },
  { command: 'samtur export-config', prints: /^ADMIN_EMAIL=/m },
  { command: 'samtur export-config --secrets', prints: /^SECRET=\S{32}/m },
  { command: 'samtur backup', before: 'export BACKUP_DIR=$PWD/backups', prints: /\d+ rows and \d+ files/ },
  { command: 'samtur backup <file>', with: { '<file>': 'one.backup' }, prints: /\d+ rows and \d+ files/ },
  { command: 'samtur restore --check <file>', with: { '<file>': 'one.backup' }, prints: /The archive is sound/ },
  { command: 'samtur restore <file>', with: { '<file>': 'one.backup' }, code: 1, prints: /--replace/ },
  { command: 'samtur restore --replace <file>', with: { '<file>': 'one.backup' }, prints: /Restored \d+ rows/ },
  {
    command: 'samtur restore --erasures-of <newest> <file>',
    with: { '<newest>': 'one.backup', '<file>': 'one.backup' },
    before: 'export DATA_DIR=$PWD/lost',
    prints: /Restored \d+ rows/,
  },
  {
    command: 'samtur admin lift-factor <email>',
    with: { '<email>': 'ingrid@samtur.example' },
    code: 1,
    prints: /has no second factor/,
  },
  { command: 'samtur admin end-sessions <email>', with: { '<email>': 'ingrid@samtur.example' }, prints: /have ended/ },
  { command: 'samtur admin make <email>', with: { '<email>': 'admin@samtur.example' }, prints: /is administrator/ },
  { command: 'zstd -d -c <file> | tar -x', with: { '<file>': 'one.backup' }, after: 'ls manifest.json' },
  { command: 'openssl rand -base64 33', prints: /^\S{44}$/m },
  { command: 'ulimit -n', prints: /^(\d+|unlimited)$/m },
  {
    command: `grep '"refused"' samtur.log | jq -c 'select(.account_id == "<id>" and (.time | startswith("2026-11-22T17:04")))'`,
    with: { '<id>': '7' },
    before: `echo '{"time":"2026-11-22T17:04:31.120Z","account_id":"7","refused":"own_ride"}' > samtur.log`,
    prints: /own_ride/,
  },
]

const certificate = `
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=samtur.example -keyout key.pem -out cert.pem
  install -D cert.pem /etc/ssl/samtur/fullchain.pem
  install -D key.pem /etc/ssl/samtur/privkey.pem
  install -d /etc/haproxy/certs
  cat cert.pem key.pem > /etc/haproxy/certs/samtur.pem`

const unknownId = '00000000-0000-4000-8000-000000000000'
const untilReady = 'until curl -sf http://127.0.0.1:3000/readyz; do sleep 0.2; done'
const query = (text: string) => `runuser -u postgres -- psql -Atc '${text}'`

/** As root on a copy of this machine in which systemd runs: `ops/prove/guides.test.ts`. In this order. */
export const onMachine: readonly Run[] = [
  { command: 'VERSION=0.2.0 …', with: { 'VERSION=0.2.0': `VERSION=${version}` }, prints: /: OK/ },
  { command: 'useradd --system --home-dir /var/lib/samtur --shell /usr/sbin/nologin samtur …' },
  { command: 'cp /opt/samtur/systemd/samtur.service /etc/systemd/system/ …' },
  {
    command: 'install -m 0755 /opt/samtur/systemd/samtur /usr/local/bin/samtur …',
    prints: /The archive is sound/,
    after: `systemctl show samtur --property=ActiveState,NRestarts,User | sort | tr '\\n' ' ' | grep 'ActiveState=active NRestarts=0 User=samtur'
           systemd-analyze verify /etc/systemd/system/samtur.service`,
  },
  { command: 'systemctl status --no-pager samtur …', prints: /active \(running\)[^]*admin-code/ },
  { command: 'systemctl status samtur', prints: /active \(running\)/ },
  { command: 'curl --silent --show-error http://127.0.0.1:3000/readyz', prints: /ok|ready/ },
  { command: 'systemctl status --no-pager --lines 0 samtur …', code: 1, prints: /problem +mail/ },
  { command: 'journalctl --unit samtur --output cat > samtur.log', after: `grep 'Samtur is ready' samtur.log` },
  { command: 'install -d -m 0700 -o samtur -g samtur /that/folder' },
  {
    command: 'systemctl edit samtur',
    before: `printf '%s\\n' '#!/bin/sh' 'sed -i "/^### Anything between/a [Service]\\nReadWritePaths=/that/folder" "$1"' > /root/editor
      printf '%s\\n' '#!/bin/sh' 'exec script -qec "/usr/bin/systemctl $*" /dev/null' > /usr/local/sbin/systemctl
      chmod 0755 /root/editor /usr/local/sbin/systemctl
      export SYSTEMD_EDITOR=/root/editor`,
    // It edits on a terminal only.
    after: 'rm /usr/local/sbin/systemctl; systemctl show samtur --property=ReadWritePaths | grep /that/folder',
  },
  { command: 'systemctl restart samtur', after: untilReady },
  { command: 'df -h /var/lib/samtur …', prints: /\/var\/lib\/samtur\/data/ },
  { command: 'samtur backup /var/lib/samtur/before.backup …', prints: /Restored \d+ rows/, after: untilReady },
  {
    command: 'systemctl stop samtur …',
    before: `curl -sf http://127.0.0.1:3000/api/auth/sign-up/email -H 'Host: samtur.example' -H 'Origin: https://samtur.example' --json \\
      '{"email":"admin@samtur-operator.example","password":"lang-vei-hjem-7","name":"Adele Berg","terms_accepted":true}'`,
    prints: /Sessions of admin@samtur-operator.example that have ended/,
    after: untilReady,
  },
  {
    command: 'install -d -m 0700 /var/lib/samtur-look …',
    prints: /Samtur is ready/,
    serves: true,
    after: `curl -sf http://localhost:3999/ | grep '<html'`,
  },
  {
    command: 'ln -sfn samtur-${VERSION:?} /opt/samtur && systemctl restart samtur',
    with: { '${VERSION:?}': 'other' },
    before: `cp -a /opt/samtur-${version} /opt/samtur-other`,
    after: `readlink /opt/samtur | grep samtur-other; ${untilReady}`,
  },
  {
    command: 'systemctl stop samtur',
    after: `systemctl show samtur --property=Result,ExecMainStatus | sort | tr '\\n' ' ' | grep 'ExecMainStatus=0 Result=success'`,
  },
  {
    command: 'SAMTUR_RELEASE=/opt/samtur-${VERSION:?} samtur migrate --check',
    with: { '${VERSION:?}': 'other' },
    prints: /The schema is up to date/,
  },
  { command: './samtur --help', before: `cd /opt/samtur-other`, prints: /Usage: samtur/ },
  {
    command: './samtur start',
    before: 'cd /opt/samtur-other',
    prints: /Samtur is ready/,
    serves: true,
    after: `ls data/pg; curl -sf http://localhost:3000/ | grep '<html'`,
  },
  { command: 'age-keygen -o key.txt', before: 'cd /root', prints: /age1/ },
  {
    command: 'samtur restore --identity key.txt <file>',
    with: { 'key.txt': '/root/key.txt', '<file>': 'locked.backup' },
    before: `cp -a /opt/samtur/data /root/full
      mkdir /root/locked; cd /root/locked
      samtur() { /opt/samtur/samtur "$@"; }
      DATA_DIR=/root/full samtur backup --recipient "$(age-keygen -y /root/key.txt)" locked.backup
      ln -sf /opt/samtur/samtur /usr/local/sbin/samtur`,
    prints: /Restored \d+ rows/,
  },
  {
    command: 'age -d -i key.txt <file> | zstd -d | tar -x',
    with: { 'key.txt': '/root/key.txt', '<file>': 'locked.backup' },
    before: 'cd /root/locked',
    after: 'ls manifest.json',
  },
  { command: 'systemctl start postgresql', after: `until ${query('select 1')}; do sleep 0.2; done` },
  { command: 'tail -n 50 /var/log/postgresql/*.log', prints: /PostgreSQL/ },
  { command: 'runuser -u postgres -- psql <<END …', prints: /CREATE DATABASE/ },
  {
    command: 'samtur backup /var/lib/samtur/move.backup …',
    before: `rm /usr/local/sbin/samtur
      systemctl start samtur
      ${untilReady}`,
    prints: /Restored \d+ rows/,
    after: `${untilReady}; ${query('select count(*) > 0 from auth_user').replace('psql', 'psql samtur')} | grep t`,
  },
  { command: 'runuser -u postgres -- psql samtur <<END …', prints: /waits_for/ },
  { command: 'select pg_cancel_backend(<pid>)', with: { '<pid>': '1' }, prints: /pg_cancel_backend/ },
  {
    command: 'select hidden_at, is_suspended(driver_id) as suspended, …',
    with: { '<account>': unknownId, '<ride>': unknownId },
    prints: /blocked/,
  },
  {
    command: 'ln -sfn samtur-${VERSION:?} /opt/samtur …',
    with: { '${VERSION:?}': version },
    before: `echo WORKERS=2 >> /etc/samtur/samtur.env
      systemctl restart samtur
      ${untilReady}`,
    after: `until journalctl --unit samtur | grep -q 'the workers were replaced'; do sleep 0.2; done; ${untilReady}`,
  },
  {
    command: 'systemctl reload samtur',
    after: `until [ $(journalctl --unit samtur | grep -c 'the workers were replaced') -eq 2 ]; do sleep 0.2; done
      systemctl stop samtur`,
  },
  {
    command: `runuser -u postgres -- psql -c 'select pg_promote()'`,
    // Makes the server of the usual port a standby of another one.
    before: `
      version=$(ls /etc/postgresql)
      pg_createcluster $version first --port 5433 --start
      pg_ctlcluster $version main stop
      rm -r /var/lib/postgresql/$version/main
      runuser -u postgres -- pg_basebackup -p 5433 -R -D /var/lib/postgresql/$version/main
      pg_ctlcluster $version main start
      ${query('select pg_is_in_recovery()')} | grep t`,
    after: `${query('select pg_is_in_recovery()')} | grep f`,
  },
  {
    command: `echo 'set server samtur/b state drain' | socat - /run/haproxy/admin.sock …`,
    before: `cd /root; ${certificate}
      cp /opt/samtur/ops/haproxy/haproxy.cfg /etc/haproxy/haproxy.cfg
      systemctl restart haproxy`,
    after: `echo 'show servers state samtur' | socat - /run/haproxy/admin.sock | grep ' b '`,
  },
  {
    command: 'nginx -s reload',
    before: `systemctl stop haproxy
      cp /opt/samtur/ops/nginx/samtur.conf /etc/nginx/conf.d/
      rm -f /etc/nginx/sites-enabled/default
      systemctl start nginx
      sed -i 's/server 127.0.0.1:3002 /server 127.0.0.1:3002 down /' /etc/nginx/conf.d/samtur.conf`,
    after: 'systemctl is-active nginx',
  },
]

/** In a copy of this checkout that is thrown away: `ops/prove/checkout.test.ts`. */
export const inCheckout: readonly Run[] = [
  {
    command: 'npm start',
    prints: /Samtur is ready/,
    serves: true,
    after: `curl -sf http://localhost:3000/ | grep '<html'`,
  },
  {
    command: 'npm run dev',
    prints: /Local:.*5173/,
    serves: true,
    after: `curl -sf http://localhost:5173/ | grep '<html'`,
  },
  { command: 'npm run samtur -- --help', prints: /Usage: samtur/ },
  { command: 'npm run samtur -- <command>', with: { '<command>': 'export-config' }, prints: /^# PORT=3000/m },
  { command: 'npx web-push generate-vapid-keys', prints: /Public Key:\s+\S{87}\s/ },
  {
    command: 'npm run release',
    before: `sed -i '0,/"version": "[^"]*"/s//"version": "99.0.0"/' package.json apps/server/package.json`,
    prints: /linux-x64\.tar\.gz: \d/,
    after: 'git checkout -q package.json apps/server/package.json apps/server/src/migrations/released.json',
  },
  { command: 'npm run check', prints: /ok +types/ },
  { command: 'npm run check texts', prints: /ok +texts/ },
  { command: 'npm run check migrations', prints: /ok +migrations/ },
  { command: 'npm run check roads', prints: /ok +roads/ },
  { command: 'npm run format' },
  { command: 'npm run schema' },
  { command: `git log --grep 'Add luggage to rides'`, prints: /Add luggage to rides/ },
  { command: 'npm test -- costs', prints: /Tests .*passed/ },
  { command: 'npm test -- rides chat', with: { 'rides chat': 'design help' }, prints: /Tests .*passed/ },
  { command: 'npm run mutate -- trips', with: { trips: 'moderation' }, prints: /All files/ },
  { command: 'npx vitest run <file>', with: { '<file>': 'scripts/docs.test.ts' }, prints: /Tests .*passed/ },
  { command: 'npx vitest run --project server bench/scaling -u', prints: /Tests .*passed/ },
  { command: 'npx vitest run apps/server/src/platform/db/rows.test.ts', prints: /Tests .*passed/ },
  { command: 'npx vitest run apps/server/src/features/places/roads.test.ts', prints: /Tests .*passed/ },
  {
    command: 'npx playwright test -c e2e/playwright.config.ts <file>',
    with: { '<file>': 'e2e/journeys/theme.spec.ts' },
    prints: /\d+ passed/,
  },
  {
    command: 'npm test -- --matrix --pictures --languages=sv --widths=320 --schemes=light',
    with: { '--pictures': `--pictures --screens='page not found'` },
    prints: /1 screens, 1 scans without fault/,
    after: 'ls test-results/pictures/sv',
  },
]

/** Not run, each for its reason. Their scripts, options and names are compared with what there is. */
export const notRun: ReadonlyArray<{ command: string; because: string }> = [
  {
    command: 'cd ops/docker …',
    because: 'needs a daemon of Docker; scripts/docker.test.ts compares it with the files',
  },
  { command: 'docker compose exec samtur /opt/samtur/samtur backup /var/lib/samtur/one.backup …', because: 'as above' },
  { command: 'docker compose logs samtur', because: 'as above' },
  { command: 'docker compose up --detach', because: 'as above' },
  { command: 'npm audit', because: 'sends the list of packages to a registry' },
  { command: 'npm test', because: 'runs this test; a part of the next one' },
  { command: 'npm test -- --all', because: 'runs this test; .ci/run runs it for every change' },
  {
    command: 'npm test -- --all --every-language',
    because: 'takes most of an hour; runs the same tests in more languages',
  },
  { command: 'npm test -- --repeat', because: 'takes hours; runs the same browser tests' },
  { command: 'npm test -- --matrix', because: 'takes hours; a part of it is run' },
  { command: 'npm run mutate', because: 'takes half an hour; a part of it is run' },
  { command: 'npm run prove -- operations', because: 'runs this test' },
  { command: 'npm run prove -- operations checkout', because: 'a part of the one before' },
  { command: 'npm run prove -- operations guides', because: 'a part of the one before' },
  { command: 'npm run prove -- operations failover', because: 'a part of the one before' },
  { command: 'npm run prove -- operations proxies', because: 'a part of the one before' },
  { command: 'npm run prove -- operations upgrade', because: 'a part of the one before' },
  { command: 'npm run prove -- operations watching', because: 'a part of the one before' },
  { command: 'npm run bench', because: 'measurements take hours on a quiet machine' },
  { command: 'npm run bench -- search', because: 'as above' },
  { command: 'npm run bench -- search --rides=10000000 --upcoming=200000', because: 'as above' },
  { command: 'npm run bench -- capacity', because: 'as above' },
  { command: 'npm run bench -- bus', because: 'as above' },
  { command: 'npm run bench -- live', because: 'as above' },
  { command: 'npm run bench -- live --cuts', because: 'as above; bench/cuts/cuts.test.ts is a part of it' },
  { command: 'npm run bench -- writes', because: 'as above' },
  { command: 'npm run bench -- pages', because: 'as above' },
  { command: 'npm run bench -- interaction', because: 'as above' },
  { command: 'ulimit -n 20000', because: 'a machine may allow fewer' },
]
