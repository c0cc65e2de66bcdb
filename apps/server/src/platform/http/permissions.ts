/** The Permissions-Policy header: which functions of the browser the pages may use. */

/** Copying an address. Sharing a ride (`web-share`) is open to a page of its own by default; naming it is a warning where a system cannot share. */
const used = ['clipboard-write']
/**
 * Everything else that Chromium knows without a flag, by https://github.com/w3c/webappsec-permissions-policy/blob/main/features.md. A name that
 * it does not know is a warning in the console of every page.
 */
const closed = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'cross-origin-isolated',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

export const permissionsPolicy = [
  ...used.map((feature) => `${feature}=(self)`),
  ...closed.map((feature) => `${feature}=()`),
].join(', ')
