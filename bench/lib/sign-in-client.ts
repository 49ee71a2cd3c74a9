import { performance } from 'node:perf_hooks';
import { openConnection } from './http-connection.ts';

const EXPECTED = [200, 429, 503];

export interface SignInClient {
	/**
	 * One at a time.
	 * @returns the answer's status: signed in, or asked to retry later
	 * @throws Error for any other answer, or none
	 */
	signIn: (credentials: { email: string; password: string }) => Promise<number>;
	close: () => void;
}

/** Signs in again and again on one plain connection: the time that the client takes is part of the figures. */
export function openSignInClient(address: string, path: string): SignInClient {
	let answer: PromiseWithResolvers<number> | undefined;
	const connection = openConnection(new URL(address), {
		onAnswer: (_request, status) => answer?.resolve(status),
		onClose: () => answer?.reject(new Error('A sign-in was not answered.')),
	});
	return {
		async signIn({ email, password }) {
			answer = Promise.withResolvers();
			const body = JSON.stringify({ email, password });
			connection.send({ path, dueAt: performance.now(), body });
			const status = await answer.promise;
			if (!EXPECTED.includes(status)) throw new Error(`A sign-in was answered with ${status}.`);
			return status;
		},
		close: connection.close,
	};
}
