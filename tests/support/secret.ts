import type { Secrets } from '#server/lib/secrets.ts';

/** Signs the tests' tokens and URLs. */
export const SECRET = 'a secret of the tests, long enough';
export const SECRETS: Secrets = [SECRET];
