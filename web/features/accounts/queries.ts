import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
	changePassword,
	deleteAccount,
	endSession,
	exportAccount,
	linkIdentity,
	listSessions,
	sendConfirmation,
	signInAgain,
	signOutEverywhere,
	unlinkIdentity,
} from '#contract/accounts/endpoints.ts';
import { ACCOUNT_MESSAGES, EXPORT_TIMEOUT_MS } from '#contract/accounts/facts.ts';
import { startThirdPartySignIn } from '#contract/auth/endpoints.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { PAGES } from '#contract/core/pages.ts';
import { saveReturnPath } from '#web/features/auth/return-path.ts';
import { call } from '#web/lib/api/api.ts';
import { isRefusal } from '#web/lib/api/api-error.ts';
import { eraseDrafts } from '#web/lib/drafts/drafts.ts';
import { clearOfflineCache } from '#web/lib/offline/clear-cache.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { endSessionOnServer } from '#web/lib/session/calls.ts';
import { setSessionEndReason } from '#web/lib/session/credentials.ts';
import { checkStoredSession, clearLocalSession, freezeSession } from '#web/lib/session/session.ts';
import { toCampusTime } from '#web/lib/time-zone.ts';
import { toast } from '#web/ui/toast.ts';
import { withReauthentication } from './reauthenticate.ts';
import { renewSession } from './renew-session.ts';

/** The user's sessions, one for each device on which they are signed in. */
export function sessionsQuery() {
	return queryOptions({
		queryKey: ['account', 'sessions'],
		queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
	});
}

interface MessageReply {
	message: string;
}

/**
 * A mutation of the account. On success it shows the message and refetches the account before it counts as finished,
 * so that no form briefly shows the old value. If the server requires a fresh sign-in, the user is asked first.
 */
export function useAccountChange<B>(change: (body: B) => Promise<MessageReply | undefined>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: B) => withReauthentication(() => change(body)),
		onSuccess: async (reply) => {
			if (reply) toast(reply.message);
			await client.invalidateQueries({ queryKey: ['account'] });
			// Items and wanted posts also show the user's name, and a notice shows the address to confirm.
			for (const subject of ['items', 'wanted', 'notifications'] as const)
				client.invalidateQueries({ queryKey: [subject] }).catch(() => undefined);
			// Updates the name and email address in the session, which date from when the page was loaded.
			checkStoredSession().catch(() => undefined);
		},
		// The change may have been made earlier, or just now although the answer was lost: refetch what is shown.
		onError: () => void client.invalidateQueries({ queryKey: ['account'] }),
	});
}

/** Sets a new password, which ends all other sessions; this one continues with the returned token. */
export async function setNewPassword(
	userId: number,
	body: SchemaInput<typeof changePassword.body>,
): Promise<MessageReply> {
	return renewSession(userId, call(changePassword, { body }), RECOVERY_MESSAGES.perhapsChanged);
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

/** Navigates to the sign-in provider, which sends the browser back to the account page. */
export function useLinkProvider() {
	const linking = useMutation({
		mutationFn: () => withReauthentication(() => call(linkIdentity, {})),
		onSuccess: ({ address }) => window.location.assign(address),
	});
	const { reset } = linking;

	// After Back, the browser may restore the page with the button still busy.
	useEffect(() => {
		const handleShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
		window.addEventListener('pageshow', handleShow);
		return () => window.removeEventListener('pageshow', handleShow);
	}, [reset]);
	return linking;
}

export function useSignOutEverywhere() {
	return useMutation({
		mutationFn: () => withReauthentication(() => call(signOutEverywhere, {})),
		onMutate: () => freezeSession(true),
		onError: () => freezeSession(false),
		// In the options of the mutation, so that it also runs when the user has left the page meanwhile.
		onSuccess: clearLocalSession,
	});
}

/** Marks the user's drafts as expired, so that they are deleted if the session has ended. Loads a script for it. */
async function expireDrafts(): Promise<void> {
	await (await import('#web/lib/drafts/erase.ts')).expireDraftsWithSession();
}

/**
 * Deletes the account. The dialog then confirms the deletion and clears the session. If the dialog is no longer on
 * screen by then, the mutation clears the session.
 */
export function useDeleteAccount() {
	const isUnmounted = useRef(false);
	useEffect(() => {
		isUnmounted.current = false;
		return () => {
			isUnmounted.current = true;
		};
	}, []);

	return useMutation({
		mutationFn: (body: SchemaInput<typeof deleteAccount.body>) =>
			withReauthentication(() => call(deleteAccount, { body })),
		onMutate: () => freezeSession(true),
		async onError(error) {
			if (!isRefusal(error)) {
				setSessionEndReason({ message: ACCOUNT_MESSAGES.perhapsDeleted, canLogIn: true });
				// If the script does not load, the session must still be unfrozen.
				await expireDrafts().catch(() => undefined);
			}
			freezeSession(false);
			checkStoredSession().catch(() => undefined);
		},
		onSuccess() {
			// Delete local data now: the tab may be closed while the dialog with the confirmation is open.
			clearOfflineCache();
			void eraseDrafts();
			if (isUnmounted.current) clearLocalSession();
		},
	});
}

/** Signs in again with the password; the session continues with the returned token. */
export function useReauthenticate(userId: number) {
	return useMutation({
		mutationFn: (password: string) =>
			renewSession(
				userId,
				call(signInAgain, { body: { password } }),
				ACCOUNT_MESSAGES.reauthenticationLost,
			),
	});
}

/** Signs out and navigates to the sign-in provider; signing in there leads back to the account page. */
export function useReauthenticateWithProvider() {
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

/** Saves all data stored about the user as a JSON file, even if the user has left the page meanwhile. */
export function useExportData() {
	return useMutation({
		mutationFn: async () => {
			const data = await call(exportAccount, { responseStartTimeoutMs: EXPORT_TIMEOUT_MS });
			return new Blob([JSON.stringify(data, null, '\t')], { type: 'application/json' });
		},
		onSuccess(file) {
			const today = toCampusTime(Date.now());
			saveFile(file, `my-data-${today.toISOString().slice(0, 10)}.json`);
			toast('Your data has been downloaded.');
		},
	});
}
