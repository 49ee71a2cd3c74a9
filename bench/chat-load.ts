import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { say, stop } from '#ops/terminal.ts';
import { measureChat } from './chat-measure.ts';
import { report } from './results.ts';

/** `npm run bench:chat`: rooms that talk, on one server process with its own database. */
const { values } = parseArgs({
	options: {
		sockets: { type: 'string', default: '1000' },
		seconds: { type: 'string', default: '60' },
	},
});

function percentile(sorted: readonly number[], share: number): string {
	const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
	return (found ?? Number.NaN).toFixed(1);
}

async function main(): Promise<void> {
	const [sockets, seconds] = [Number(values.sockets), Number(values.seconds)];
	if (!(sockets >= 2 && sockets % 2 === 0 && seconds > 0)) {
		throw new Error('An even number of --sockets, two to a room, and some --seconds.');
	}
	await buildPages();
	const folder = await mkdtemp(join(tmpdir(), 'market-chat-'));
	try {
		const environment = { DATA_DIR: folder };
		const figures = await measureChat({ environment, sockets, seconds, say });
		const sorted = figures.latencies.sort((one, other) => one - other);
		await report(
			`Chat: ${sockets} sockets in ${sockets / 2} rooms, each sending once in 5 s for ${seconds} s`,
			'npm run bench:chat',
			['sent', 'lost', 'duplicated', 'p50 ms', 'p99 ms', 'memory MB'],
			[
				[
					figures.sent,
					figures.lost,
					figures.duplicated,
					percentile(sorted, 0.5),
					percentile(sorted, 0.99),
					figures.memoryMb,
				],
			],
		);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
