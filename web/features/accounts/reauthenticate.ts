import { useSyncExternalStore } from 'react';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ApiError } from '#web/lib/api/api-error.ts';

/** A request to the user to sign in again. An action waits for the answer. */
export interface ReauthenticationRequest {
	/** @param isConfirmed false if the user cancelled */
	finish: (isConfirmed: boolean) => void;
}

const listeners = new Set<() => void>();
let pendingRequest: ReauthenticationRequest | undefined;

/**
 * Runs an action. If the server requires a fresh sign-in, asks the user for it and runs the action once more.
 * @throws the error of the action; the server's rejection if the user cancels
 */
export async function withReauthentication<T>(action: () => Promise<T>): Promise<T> {
	try {
		return await action();
	} catch (error) {
		if (!isReauthenticationRequired(error) || !(await requestReauthentication())) throw error;
		return action();
	}
}

/** The pending request, if any. */
export function useReauthenticationRequest(): ReauthenticationRequest | undefined {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		() => pendingRequest,
		() => undefined,
	);
}

function isReauthenticationRequired(error: unknown): boolean {
	return error instanceof ApiError && error.code === ACCOUNT_ERRORS.signInAgain.code;
}

/** One request at a time: a new one cancels the pending one. */
function requestReauthentication(): Promise<boolean> {
	pendingRequest?.finish(false);
	return new Promise((resolve) => {
		const request: ReauthenticationRequest = {
			finish(isConfirmed) {
				if (pendingRequest === request) setPendingRequest(undefined);
				resolve(isConfirmed);
			},
		};
		setPendingRequest(request);
	});
}

function setPendingRequest(next: ReauthenticationRequest | undefined): void {
	pendingRequest = next;
	for (const listener of listeners) listener();
}
