declare module 'virtual:contract-routes' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an ambient module cannot import by a relative path
  const routes: import('../../contract-routes.ts').ContractRoutes
  export default routes
}

declare module 'virtual:texts-of-every-page' {
  // oxlint-disable-next-line typescript/consistent-type-imports -- an ambient module cannot import by a relative path
  const names: import('@samtur/i18n/translate').CatalogueName[]
  export default names
}
