import { useSyncExternalStore } from 'react';
import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import { ApiError } from '#web/lib/api/api-error.ts';

/** Something that waits for the person to show that it is them. */
export interface ReauthenticationRequest {
	/** They have shown it, or would rather not. */
	finish: (isConfirmed: boolean) => void;
}

const listeners = new Set<() => void>();
let pendingRequest: ReauthenticationRequest | undefined;

/**
 * Does what the server may want a fresh sign-in for: where it does, the person is asked, and then it is done once more.
 * @throws whatever doing it throws; the server's refusal where they would rather not
 */
export async function withReauthentication<T>(action: () => Promise<T>): Promise<T> {
	try {
		return await action();
	} catch (error) {
		if (!isReauthenticationRequired(error) || !(await requestReauthentication())) throw error;
		return action();
	}
}

/** What waits at the moment, if anything. */
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
	return error instanceof ApiError && error.message === ACCOUNT_MESSAGES.signInAgain;
}

/** One at a time: whatever else waited is given up. */
function requestReauthentication(): Promise<boolean> {
	pendingRequest?.finish(false);
	return new Promise((resolve) => {
		const request: ReauthenticationRequest = {
			finish(isConfirmed) {
				if (pendingRequest === request) publish(undefined);
				resolve(isConfirmed);
			},
		};
		publish(request);
	});
}

function publish(next: ReauthenticationRequest | undefined): void {
	pendingRequest = next;
	for (const listener of listeners) listener();
}
