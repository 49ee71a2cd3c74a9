import { PAGES } from '#contract/core/pages.ts';
import { loginPath } from '#web/lib/paths.ts';
import { takeSessionEndReason } from '#web/lib/session/credentials.ts';
import { toast } from '#web/ui/toast.ts';

/** Pages that explain the end of the session themselves. */
const PAGES_WITH_OWN_MESSAGE: readonly string[] = [
	PAGES.login,
	PAGES.signup,
	PAGES.authSuccess,
	PAGES.resetPassword,
];

/**
 * Informs the user that another tab or the server has ended the session, and deletes the drafts if they have expired.
 * After a logout in this tab, the page is reloaded instead.
 * @param pathname the path of the page that was open
 * @param search the query string of that page
 */
export function showSessionEnded(pathname: string, search: string): void {
	import('#web/lib/drafts/erase.ts')
		.then(({ eraseExpiredDrafts }) => eraseExpiredDrafts())
		.catch(() => undefined);
	const reason = takeSessionEndReason();
	const logIn = { label: 'Log in again', to: loginPath(pathname + search) };
	if (reason) {
		const action = reason.canLogIn ? logIn : { label: 'How to reach us', to: PAGES.about };
		toast(reason.message, { tone: 'bad', isPersistent: true, action });
		return;
	}
	if (PAGES_WITH_OWN_MESSAGE.includes(pathname)) return;
	// The page may need a session, and then the home page opens.
	toast('Your session has ended.', { tone: 'bad', action: logIn, isForNextPage: true });
}
