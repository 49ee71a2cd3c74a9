import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/** Growth of the old generation, in percent of its size after the last major GC, that triggers the next one. */
const GROWTH_PERCENT = 200;

/**
 * Lets V8's old generation grow to three times its live size before a major GC. By default V8
 * allows growth by a tenth, because little of our memory gets old. At 6,500 replies per second, a
 * major GC then ran every 1.5 seconds on four threads beside the main one. It determined the p99 of
 * pages (docs/performance/findings.md, "Old-generation heap growth"). Costs about 100 MB under such
 * load, and nothing when idle. Serves the row "uncached reads: p99" of bench/RESULTS.md.
 */
export function allowHeapGrowth(): void {
	setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/**
 * Runs a full garbage collection and returns free memory to the operating system. Blocks the process for about 0.1 s.
 * V8 does this by itself only under memory pressure. Serves the row "memory at rest" of bench/RESULTS.md.
 */
export async function collectGarbage(): Promise<void> {
	const session = new Session();
	session.connect();
	try {
		await session.post('HeapProfiler.collectGarbage');
	} finally {
		session.disconnect();
	}
}
