/** The Permissions-Policy header: which functions of the browser the pages may use. */

/** Copying an address, and handing a ride to another program. */
const used = ['clipboard-write', 'web-share']
/** Everything else that browsers know, by https://github.com/w3c/webappsec-permissions-policy/blob/main/features.md. */
const closed = [
  'accelerometer',
  'ambient-light-sensor',
  'attribution-reporting',
  'autoplay',
  'bluetooth',
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
  'join-ad-interest-group',
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
  'run-ad-auction',
  'screen-wake-lock',
  'serial',
  'speaker-selection',
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
