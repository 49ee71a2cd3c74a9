import { performance } from 'node:perf_hooks';
import { openLine } from './line.ts';

const EXPECTED = [200, 429, 503];

export interface Door {
	/**
	 * One at a time.
	 * @returns the answer's status: that one is in, or shall come again
	 * @throws Error for any other answer, or none
	 */
	signIn: (person: { email: string; password: string }) => Promise<number>;
	close: () => void;
}

/** Where one person signs in again and again on one connection, by hand: whoever asks is a part of what is measured. */
export function openDoor(address: string, path: string): Door {
	let asked: PromiseWithResolvers<number> | undefined;
	const line = openLine(new URL(address), {
		answered: (_asked, status) => asked?.resolve(status),
		gone: () => asked?.reject(new Error('A sign-in was not answered.')),
	});
	return {
		async signIn({ email, password }) {
			asked = Promise.withResolvers();
			line.send({ path, due: performance.now(), body: JSON.stringify({ email, password }) });
			const status = await asked.promise;
			if (!EXPECTED.includes(status)) throw new Error(`A sign-in was answered with ${status}.`);
			return status;
		},
		close: line.close,
	};
}
