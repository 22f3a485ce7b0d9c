/** Set by the build to a digest of all code. */
declare const BUILD_ID: string | undefined;

/** Tells builds of different code apart; undefined from source, where code changes between runs. */
export const buildId: string | undefined = typeof BUILD_ID === 'undefined' ? undefined : BUILD_ID;
