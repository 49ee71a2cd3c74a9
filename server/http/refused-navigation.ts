import type { IncomingMessage } from 'node:http';
import { finishThirdPartySignIn, startThirdPartySignIn } from '#contract/auth/endpoints.ts';
import { SIGNUP_AFTER_FAILURE } from '#contract/core/pages.ts';

/** The endpoints of third-party sign-in, to which browsers navigate. */
const SIGN_IN_PATHS: readonly string[] = [startThirdPartySignIn, finishThirdPartySignIn].map(
	({ path }) => `/api${path}`,
);

/**
 * The page to redirect to if this request is refused; undefined for a request whose refusal stays JSON. A browser that
 * navigates to an endpoint of third-party sign-in would show the JSON to the user; a script would not.
 */
export function pageAfterRefusal({
	url = '',
	headers: { accept = '' },
}: Pick<IncomingMessage, 'url' | 'headers'>): string | undefined {
	const [path = ''] = url.split('?');
	const isSignIn = SIGN_IN_PATHS.includes(path.replace(/\/$/, ''));
	return isSignIn && accept.includes('text/html') ? SIGNUP_AFTER_FAILURE : undefined;
}
