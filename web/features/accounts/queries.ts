import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
	changePassword,
	deleteAccount,
	EXPORT_TIMEOUT_MS,
	endSession,
	exportAccount,
	getAccount,
	linkIdentity,
	listSessions,
	sendConfirmation,
	signInAgain,
	signOutEverywhere,
	unlinkIdentity,
} from '#contract/accounts/account.ts';
import { startThirdPartySignIn } from '#contract/auth/auth.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { PAGES } from '#contract/core/pages.ts';
import { saveReturnPath } from '#web/features/auth/return-path.ts';
import { itemKeys } from '#web/features/items/queries.ts';
import { call } from '#web/lib/api/api.ts';
import { eraseDrafts } from '#web/lib/drafts/drafts.ts';
import { clearOfflineCache } from '#web/lib/offline/forget.ts';
import { endSessionOnServer } from '#web/lib/session/calls.ts';
import { freezeSession, signIn } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast.ts';
import { accountKeys } from './keys.ts';
import { withReauthentication } from './reauthenticate.ts';

export function accountQuery() {
	return queryOptions({
		queryKey: accountKeys.own(),
		queryFn: async ({ signal }) => (await call(getAccount, { signal })).account,
	});
}

export function sessionsQuery() {
	return queryOptions({
		queryKey: accountKeys.sessions(),
		queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
	});
}

interface MessageReply {
	message: string;
}

/**
 * One change of the account. When it is done the person is told, and what shows the account is brought up to date
 * before the change counts as finished: no form falls back to what it was for a moment. Where the server wants a fresh
 * sign-in for it, the person is asked first.
 */
export function useAccountChange<B>(change: (body: B) => Promise<MessageReply>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: B) => withReauthentication(() => change(body)),
		onSuccess: async ({ message }) => {
			toast(message);
			await client.invalidateQueries({ queryKey: accountKeys.all });
			// The name stands on items, too.
			client.invalidateQueries({ queryKey: itemKeys.all }).catch(() => undefined);
		},
	});
}

/** A new password ends all other sessions; this one goes on with the token that comes back. */
export async function sendNewPassword(
	userId: number,
	body: SchemaInput<typeof changePassword.body>,
): Promise<MessageReply> {
	const { accessToken, message } = await call(changePassword, { body });
	signIn(accessToken, userId);
	return { message };
}

export function useSendConfirmation() {
	return useAccountChange((_: undefined) => call(sendConfirmation, {}));
}

export function useEndSession() {
	return useAccountChange((sid: string) => call(endSession, { params: { sid } }));
}

export function useUnlinkProvider() {
	return useAccountChange((provider: string) => call(unlinkIdentity, { params: { provider } }));
}

/** Leaves for the sign-in provider, which sends the browser back to the account page. */
export function useLinkProvider() {
	return useMutation({
		mutationFn: () => withReauthentication(() => call(linkIdentity, {})),
		onSuccess: ({ address }) => window.location.assign(address),
	});
}

export function useSignOutEverywhere() {
	return useMutation({
		mutationFn: () => withReauthentication(() => call(signOutEverywhere, {})),
		onMutate: () => freezeSession(true),
		onError: () => freezeSession(false),
	});
}

export function useDeleteAccount() {
	return useMutation({
		mutationFn: (body: SchemaInput<typeof deleteAccount.body>) =>
			withReauthentication(() => call(deleteAccount, { body })),
		onMutate: () => freezeSession(true),
		onError: () => freezeSession(false),
		onSuccess() {
			// Goodbye may be closed with its tab, which leaves no time for it.
			clearOfflineCache();
			void eraseDrafts();
		},
	});
}

/** Begins this session anew: it goes on with the token that comes back. */
export function useReauthenticate(userId: number) {
	return useMutation({
		mutationFn: (password: string) => call(signInAgain, { body: { password } }),
		onSuccess: ({ accessToken }) => signIn(accessToken, userId),
	});
}

/** Logs out and leaves for the sign-in provider; signing in there leads back to the account. */
export function useReauthenticateWithGoogle() {
	return useMutation({
		mutationFn: endSessionOnServer,
		onMutate: () => freezeSession(true),
		onError: () => freezeSession(false),
		onSuccess() {
			saveReturnPath(PAGES.account);
			window.location.assign(`/api${startThirdPartySignIn.path}`);
		},
	});
}

/** Everything that is stored of me, as a file's bytes. */
export function useExportData() {
	return useMutation({
		mutationFn: async () => {
			const data = await call(exportAccount, { responseStartTimeoutMs: EXPORT_TIMEOUT_MS });
			return new Blob([JSON.stringify(data, null, '\t')], { type: 'application/json' });
		},
	});
}
