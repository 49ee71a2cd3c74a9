import { useSyncExternalStore } from 'react';
import { ACCOUNT_MESSAGES } from '#contract/accounts/account.ts';
import { ApiError } from '#web/lib/api/api-error.ts';

/** Something that waits for the person to show that it is them. */
export interface Asked {
	/** They have shown it, or would rather not. */
	settle: (isProved: boolean) => void;
}

const watchers = new Set<() => void>();
let asked: Asked | undefined;

/**
 * Does what the server may want a fresh sign-in for: where it does, the person is asked, and then it is done once more.
 * @throws whatever doing it throws; the server's refusal where they would rather not
 */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
	try {
		return await act();
	} catch (error) {
		if (!isAskedFor(error) || !(await askForProof())) throw error;
		return act();
	}
}

/** What waits at the moment, if anything. */
export function useAsked(): Asked | undefined {
	return useSyncExternalStore(
		(watcher) => {
			watchers.add(watcher);
			return () => watchers.delete(watcher);
		},
		() => asked,
		() => undefined,
	);
}

function isAskedFor(error: unknown): boolean {
	return error instanceof ApiError && error.message === ACCOUNT_MESSAGES.signInAgain;
}

/** One at a time: whatever else waited is given up. */
function askForProof(): Promise<boolean> {
	asked?.settle(false);
	return new Promise((resolve) => {
		const asking: Asked = {
			settle(isProved) {
				if (asked === asking) publish(undefined);
				resolve(isProved);
			},
		};
		publish(asking);
	});
}

function publish(next: Asked | undefined): void {
	asked = next;
	for (const watcher of watchers) watcher();
}
