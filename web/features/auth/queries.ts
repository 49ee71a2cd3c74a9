import { queryOptions, useMutation } from '@tanstack/react-query';
import { login, register } from '#contract/auth/auth.ts';
import { confirmEmail, forgotPassword, resetPassword } from '#contract/auth/recovery.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { PAGES } from '#contract/core/pages.ts';
import { call } from '#web/lib/api/api.ts';
import { eraseDrafts } from '#web/lib/drafts/drafts.ts';
import { clearOfflineCache } from '#web/lib/offline/forget.ts';
import { reserveConfirmNoticeSpace } from '#web/lib/session/confirm-notice-cookie.ts';
import { clearCredentials } from '#web/lib/session/credentials.ts';
import { endSession, signIn } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast.ts';

/** Opens a session; pages notice by themselves through `useSession`. */
export function useLogin() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof login.body>) => call(login, { body }),
		onSuccess: ({ accessToken, user }) => signIn(accessToken, user.id),
	});
}

/** Whose a token is that came in an address, while another session is open here. */
export function tokenOwnerQuery(token: string) {
	return queryOptions({
		queryKey: ['owner of token', token],
		queryFn: async () => (await import('#web/lib/session/calls.ts')).fetchTokenOwner(token),
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/**
 * Ends the session that is open here, as far as the server can be reached, and goes on in another by its token. What the one
 * before kept in this browser goes, as with logging out.
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

/** Makes an account and opens its first session. */
export function useRegister() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof register.body>) => call(register, { body }),
		onSuccess: ({ accessToken, user, advice }) => {
			// Before the next page comes: the line that says where we wrote to is on top of it.
			if (user.email) reserveConfirmNoticeSpace(true);
			signIn(accessToken, user.id);
			if (advice) toast(advice, { action: { label: 'Account', to: PAGES.account } });
		},
	});
}

/** Asks for a mailed link. Its answer is the same whoever asks. */
export function useForgotPassword() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof forgotPassword.body>) => call(forgotPassword, { body }),
	});
}

/** Sets a new password by a mailed token. It ends all sessions, the one of this browser included. */
export function useResetPassword() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof resetPassword.body>) => call(resetPassword, { body }),
		onSuccess: clearCredentials,
	});
}

/**
 * Confirms an address by a mailed token. A query although it changes something: the token works once, and a query
 * is asked once however often its page is drawn.
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
