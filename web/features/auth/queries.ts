import { queryOptions, useMutation } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import {
	confirmEmail,
	forgotPassword,
	login,
	register,
	resetPassword,
} from '#contract/auth/endpoints.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { call } from '#web/lib/api/api.ts';
import { eraseDrafts } from '#web/lib/drafts/drafts.ts';
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts';
import { reserveConfirmNoticeSpace } from '#web/lib/session/confirm-notice-cookie.ts';
import {
	checkStoredSession,
	currentSession,
	endSession,
	signIn,
} from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast.ts';
import { EASY_PASSWORD_PATH, nextPath } from './next-path.ts';

/** Signs in; pages learn about the new session through `useSession`. */
export function useLogin() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof login.body>) => call(login, { body }),
		onSuccess: ({ accessToken, user }) => signIn(accessToken, user.id),
	});
}

/** The owner of a token from the page's URL, fetched while another account is signed in here. */
export function tokenOwnerQuery(token: string) {
	return queryOptions({
		queryKey: ['token-owner', token],
		queryFn: async () => (await import('#web/lib/session/calls.ts')).fetchTokenOwner(token),
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/**
 * Ends the current session, on the server if it can be reached, and continues with another token, even if something
 * failed before. Local data of the previous account is deleted, as on logout. Called with the id of the token's user.
 */
export function useSwitchAccount(token: string) {
	return useMutation({
		mutationFn: async (_userId: number) => {
			await endSession();
			clearOfflineCache();
			await eraseDrafts();
		},
		onSettled: (_result, _error, userId) => signIn(token, userId),
	});
}

/** Creates an account and signs in. */
export function useRegister() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof register.body>) => call(register, { body }),
		onSuccess: ({ accessToken, user, advice }) => {
			// Reserves space for the notice about the unconfirmed address before the next page renders. A chat shows no
			// notice.
			const [next = ''] = nextPath(window.location.search).split(/[?#]/);
			if (user.email && !matchPath(PAGES.chat, next)) reserveConfirmNoticeSpace(true);
			signIn(accessToken, user.id);
			const action = { label: PAGE_TABLE.account.label, to: EASY_PASSWORD_PATH };
			if (advice) toast(advice, { tone: 'plain', isForNextPage: true, action });
		},
	});
}

/** Requests a mailed link. The response is the same for every address. */
export function useForgotPassword() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof forgotPassword.body>) => call(forgotPassword, { body }),
	});
}

/**
 * Sets a new password by a mailed token, and signs in. This ends all sessions of the link's account. The session of this
 * browser may be another account's: it is not replaced, and the server is asked whether it continues.
 */
export function useResetPassword() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof resetPassword.body>) => call(resetPassword, { body }),
		onSuccess: ({ accessToken, user }) => {
			const isOthers = currentSession().hasToken && currentSession().userId !== user?.id;
			if (accessToken && user && !isOthers) signIn(accessToken, user.id);
			// Not awaited: on a bad network, the check may take half a minute.
			else void checkStoredSession();
		},
	});
}

/**
 * Confirms an address by a mailed token. A query although it changes data: the token works once, and a query runs
 * once however often its page renders.
 */
export function confirmEmailQuery(token: string) {
	return queryOptions({
		queryKey: ['confirm-email', token],
		queryFn: () => call(confirmEmail, { body: { token } }),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
		retry: false,
		refetchOnReconnect: false,
		refetchOnWindowFocus: false,
	});
}
