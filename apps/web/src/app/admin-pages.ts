import { lazyPage } from './lazy-page.ts'

/** The pages for administrators, with the catalogues of their texts. */
export const adminPages = {
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
}
