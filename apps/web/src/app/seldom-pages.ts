import { lazyPage } from './lazy-page.ts'

/** The pages that few visits begin with, with the catalogues of their texts. */
export const seldomPages = {
  adminReports: lazyPage(
    () => import('../routes/admin-reports.tsx'),
    ['account_errors', 'admin', 'admin_reports', 'fields', 'settings'],
  ),
  adminSupport: lazyPage(() => import('../routes/admin-support.tsx'), ['admin', 'admin_support', 'fields']),
  adminUsers: lazyPage(() => import('../routes/admin-users.tsx'), ['account_errors', 'admin', 'fields', 'settings']),
  adminRates: lazyPage(() => import('../routes/admin-rates.tsx'), ['admin', 'fields', 'rates']),
  adminPoints: lazyPage(
    () => import('../routes/admin-points.tsx'),
    ['admin', 'admin_points', 'fields', 'places', 'points'],
  ),
  adminOperations: lazyPage(() => import('../routes/admin-operations.tsx'), ['admin', 'operations']),
  adminCode: lazyPage(() => import('../routes/admin-code.tsx'), ['account_errors', 'accounts', 'fields']),
  blocked: lazyPage(() => import('../routes/blocked.tsx'), ['blocks']),
  myData: lazyPage(() => import('../routes/my-data.tsx'), ['account_errors', 'privacy', 'settings']),
  security: lazyPage(
    () => import('../routes/security.tsx'),
    ['account_errors', 'accounts', 'confirmed', 'fields', 'security', 'settings'],
  ),
  editProfile: lazyPage(
    () => import('../routes/edit-profile.tsx'),
    ['account_errors', 'confirmed', 'fields', 'profiles', 'same_gender', 'settings'],
  ),
  notifications: lazyPage(
    () => import('../routes/notifications.tsx'),
    ['calendar', 'chat', 'notifications', 'settings'],
  ),
  editRide: lazyPage(
    () => import('../routes/edit-ride.tsx'),
    ['edit', 'fields', 'manage', 'places', 'publish', 'rides', 'same_gender'],
  ),
  wanted: lazyPage(() => import('../routes/wanted.tsx'), ['fields', 'places', 'posts', 'rides', 'wanted']),
  wantedPosts: lazyPage(() => import('../routes/wanted-posts.tsx'), ['posts', 'rides']),
  rideWanted: lazyPage(() => import('../routes/ride-wanted.tsx'), ['posts', 'rides']),
  resetPassword: lazyPage(() => import('../routes/reset-password.tsx'), ['account_errors', 'accounts', 'fields']),
  confirm: lazyPage(() => import('../routes/confirm.tsx'), ['account_errors', 'accounts', 'fields']),
  lawsRules: lazyPage(() => import('../routes/laws-rules.tsx'), ['laws']),
  greenMission: lazyPage(() => import('../routes/green-mission.tsx'), ['green']),
  accessibility: lazyPage(() => import('../routes/accessibility.tsx'), ['accessibility']),
}
