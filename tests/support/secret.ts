import type { Secrets } from '#server/lib/secrets.ts';

/** The secret with which apps in tests sign tokens and URLs. */
export const SECRET = 'a secret of the tests, long enough';
export const SECRETS: Secrets = [SECRET];
