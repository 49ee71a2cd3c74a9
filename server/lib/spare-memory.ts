import { Session } from 'node:inspector/promises';

/**
 * Gives back to the system what this process no longer needs. Nobody is served meanwhile, for about a tenth of a second: V8
 * does so by itself only when somebody needs the room.
 */
export async function giveBackMemory(): Promise<void> {
	const session = new Session();
	session.connect();
	await session.post('HeapProfiler.collectGarbage');
	session.disconnect();
}
