/** A copy of this machine's root folder in which systemd runs as the first process: what it changes is gone afterwards. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Contained, contain, type Ended, runInside } from './namespaces.ts'

export interface Booted {
  contained: Contained
  /** Runs commands of the shell as root. */
  shell(commands: string): Promise<Ended>
  stop(): Promise<void>
}

/** Mounts the copy with what systemd needs, without the units that this machine starts. `$1` is an empty folder, `$2` one to show as /root/download. */
const script = `
  mount -t tmpfs tmpfs "$1"
  mkdir "$1/upper" "$1/work" "$1/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
  mkdir -p "$1/root/root/download"
  mount --bind "$2" "$1/root/root/download"
  cd "$1/root"
  mount -t proc proc proc
  mount -t sysfs -o ro sysfs sys
  mount -t tmpfs tmpfs sys/fs/cgroup && umount sys/fs/cgroup
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  for folder in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs "$folder"; done
  chmod 1777 tmp
  for device in null zero full random urandom tty; do touch "dev/$device"; mount --bind "/dev/$device" "dev/$device"; done
  mkdir dev/pts dev/shm dev/mqueue dev/hugepages
  mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
  ln -s pts/ptmx dev/ptmx
  rm -rf etc/systemd/system/*.wants
  mkdir before
  # With chroot alone a service could not have users of its own.
  pivot_root . before
  export container=lxc
  exec chroot . sh -c 'umount -l before && exec /lib/systemd/systemd --system --unit=basic.target --log-target=null'`

export async function boot(downloads: string): Promise<Booted> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samtur-booted-'))
  const cgroup = `${findCgroups()}/samtur-prove-${process.pid}`
  fs.mkdirSync(cgroup)
  // The namespace begins at the group of the process that makes it.
  const contained = await contain(script, [folder, downloads], { more: ['--ipc', '--uts', '--cgroup'], cgroup })
  const shell = (commands: string) => {
    const env = ['/usr/bin/env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root']
    return runInside(contained, [...env, '/bin/sh', '-eu', '-c', `cd /root/download\n${commands}`])
  }
  const stop = async () => {
    process.kill(contained.pid, 'SIGKILL')
    await contained.ended
    const groups = fs
      .readdirSync(cgroup, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
    const nested = groups
      .map((entry) => path.join(entry.parentPath, entry.name))
      .toSorted((a, b) => b.length - a.length)
    for (const group of [...nested, cgroup]) fs.rmdirSync(group)
    fs.rmdirSync(folder)
  }
  for (;;) {
    const { stdout } = await shell('systemctl is-system-running || true')
    if (/running|degraded/.test(stdout)) return { contained, shell, stop }
    if ((await Promise.race([contained.ended, sleep(100, 'runs')])) !== 'runs')
      throw new Error(`systemd did not start: ${contained.output()}`)
  }
}

/** Returns the folder of the unified control groups. */
function findCgroups(): string {
  const mounts = fs.readFileSync('/proc/mounts', 'utf8')
  const [, folder] = /^\S+ (\S+) cgroup2 /m.exec(mounts) ?? []
  if (folder === undefined) throw new Error('This machine has no unified control groups (cgroup2).')
  return folder
}
