import { performance } from 'node:perf_hooks';
import { openConnection } from './http-connection.ts';

const EXPECTED_STATUSES = [200, 429, 503];

/** A client that signs in again and again on one connection. */
export interface SignInClient {
	/**
	 * Signs in once. Call it again only after it has resolved.
	 * @returns the answer's status: signed in, or asked to retry later
	 * @throws Error for any other answer, or none
	 */
	signIn: (credentials: { email: string; password: string }) => Promise<number>;
	close: () => void;
}

/** Signs in repeatedly on one plain socket: the client's own time is part of the figures, so it must be short. */
export function openSignInClient(address: string, path: string): SignInClient {
	let pendingStatus: PromiseWithResolvers<number> | undefined;
	const connection = openConnection(new URL(address), {
		onResponse: (_request, status) => pendingStatus?.resolve(status),
		onClose: () => pendingStatus?.reject(new Error('A sign-in was not answered.')),
	});
	return {
		async signIn({ email, password }) {
			pendingStatus = Promise.withResolvers();
			const body = JSON.stringify({ email, password });
			connection.send({ path, dueAt: performance.now(), body });
			const status = await pendingStatus.promise;
			if (!EXPECTED_STATUSES.includes(status))
				throw new Error(`A sign-in was answered with ${status}.`);
			return status;
		},
		close: connection.close,
	};
}
