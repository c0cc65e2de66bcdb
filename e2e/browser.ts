/** Finds a Chromium: the configured one, an installed one, or the one from the npm package. */
import fs from 'node:fs'

/** Switches off Chromium's own requests and messages; without a sandbox it also starts as root. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without this Chromium sometimes refuses a request from loopback to loopback while a page is being left.
  '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,BlockInsecurePrivateNetworkRequests',
]

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the path of a browser that starts. Throws when there is none, because skipped tests would look like passed ones. */
export async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (fs.existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names '${named}', which does not exist.`)
  }
  return installed.find((path) => fs.existsSync(path)) ?? unpacked()
}

/** Unpacks the package's browser (67 MB) to the temporary folder once, in about five seconds. */
async function unpacked(): Promise<string> {
  try {
    if (process.platform !== 'linux' || process.arch !== 'x64')
      throw new Error('the one from npm is for Linux on x64 only')
    // Makes the package use its own copies of libraries that a bare machine lacks. The package reads this on import.
    if (!hasLibrary('libnss3.so')) process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x'
    const { default: chromium } = await import('@sparticuz/chromium')
    return await chromium.executablePath()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const hint = 'Install Chromium (Debian: `apt-get install chromium`) or set CHROMIUM_PATH.'
    throw new Error(`No Chromium for the browser tests: ${reason}. ${hint}`, { cause })
  }
}

const libraryFolders = [
  '/usr/lib/x86_64-linux-gnu',
  '/lib/x86_64-linux-gnu',
  '/usr/lib64',
  '/lib64',
  '/usr/lib',
  '/lib',
]
const hasLibrary = (name: string) => libraryFolders.some((folder) => fs.existsSync(`${folder}/${name}`))
