import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * A function that waits for the next message of a child process.
 * @param name of the process, for the error with which it fails when the process has ended
 */
export function messagesOf(child: ChildProcess, name: string): () => Promise<unknown> {
	const exit = once(child, 'exit').then(() => {
		throw new Error(`${name} has ended.`);
	});
	exit.catch(() => undefined);
	return async () => {
		const [message] = await Promise.race([once(child, 'message'), exit]);
		return message;
	};
}
