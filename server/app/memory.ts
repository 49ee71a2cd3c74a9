import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/** Old memory that is cleared when it is this much more than was in use after the last time, in percent. */
const GROWTH_PERCENT = 200;

/**
 * Lets old memory grow to three times what is in use before V8 clears it. By itself V8 allows a tenth, as little of it
 * becomes old here: with 6,500 answers a second it was cleared every 1.5 seconds, by four threads beside the one that
 * answers, and that was the p99 of pages (docs/performance/findings.md, "Old-generation heap growth"). It costs some 100 MB under such a load,
 * and none at rest.
 */
export function allowHeapGrowth(): void {
	setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/**
 * Gives back to the system what this process no longer needs. Nobody is served meanwhile, for about a tenth of a second: V8
 * does so by itself only when somebody needs the room.
 */
export async function collectGarbage(): Promise<void> {
	const session = new Session();
	session.connect();
	await session.post('HeapProfiler.collectGarbage');
	session.disconnect();
}
