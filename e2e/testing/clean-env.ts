/** The environment of a user's shell: without what npm, Nx and Jest have set for this process. */
export function cleanEnv(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(NX_|JEST_|npm_|INIT_CWD$|NODE_ENV$|NODE_OPTIONS$|GITHUB_ACTIONS$)/i.test(name),
  );
  return { ...Object.fromEntries(kept), CI: 'true', NX_DAEMON: 'false', ...extra };
}
